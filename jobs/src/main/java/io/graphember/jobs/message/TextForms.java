// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.message;

import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.Json;
import io.graphember.client.api.NodeCounts;
import io.graphember.client.api.load.LoadHeader;
import io.graphember.config.SettingsDocument;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.schema.GraphHeader;
import io.graphember.training.job.JobSettings;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What travels as text: what clients see as they see it, settings as a job file has them. Both are
 * checked by what reads them.
 */
final class TextForms {
  private static final Map<Class<?>, Form<?>> FORMS = new HashMap<>();

  static {
    json(GraphInfo.class);
    json(EpochInfo.class);
    json(JobResult.Test.class);
    json(NodeCounts.class);
    settings(JobSettings.class);
    settings(GraphSettings.class);
    FORMS.put(
        GraphHeader.class,
        new TextForm<GraphHeader>(
            header -> Json.write(LoadHeader.of(header)),
            text -> Json.read(text, LoadHeader.class).toHeader()));
  }

  private TextForms() {}

  private static <T> void json(Class<T> type) {
    FORMS.put(type, new TextForm<T>(Json::write, text -> Json.read(text, type)));
  }

  private static <T extends Record> void settings(Class<T> type) {
    FORMS.put(
        type,
        new TextForm<T>(
            SettingsDocument::toJson,
            text -> SettingsDocument.parse("a message", text).bind(type)));
  }

  /** The form of a type that travels as text. */
  static Optional<Form<?>> of(Class<?> type) {
    return Optional.ofNullable(FORMS.get(type));
  }

  private record TextForm<T>(Function<T, String> text, Function<String, T> value)
      implements Form<T> {
    @Override
    public int leastBytes() {
      return Forms.TEXT.leastBytes();
    }

    @Override
    public void write(T value, MessageBytes to) {
      Forms.TEXT.write(text.apply(value), to);
    }

    @Override
    public T read(ByteBuffer from) {
      final String read = Forms.TEXT.read(from);
      try {
        return value.apply(read);
      } catch (IllegalArgumentException e) {
        throw RecordCodec.unfit(String.valueOf(e.getMessage()));
      }
    }
  }
}
