// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.explain;

import io.graphember.cli.error.CliError;
import io.graphember.client.ClientError;
import io.graphember.client.connect.ConnectionError;
import io.graphember.client.table.TableError;
import io.graphember.config.ConfigError;
import io.graphember.config.SettingsDocument;
import io.graphember.graph.GraphError;
import io.graphember.inference.InferenceError;
import io.graphember.jobs.NodeError;
import io.graphember.memory.MemoryError;
import io.graphember.sampling.SamplingError;
import io.graphember.schema.InputError;
import io.graphember.spi.error.ErrorCode;
import io.graphember.spi.error.SpiError;
import io.graphember.spi.setting.Setting;
import io.graphember.tensor.TensorError;
import io.graphember.tgar.TgarError;
import io.graphember.training.TrainingError;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The explanations of all codes, read from {@code codes.yaml} beside this class: below {@code
 * codes}, by code, a section with {@code means} and {@code remedy}.
 *
 * @param codes by name of the code
 */
public record Explanations(
    @Setting("What codes mean, by name of the code.") Map<String, Explanation> codes) {
  private static final String FILE = "codes.yaml";

  /** Those of this version. */
  public static Explanations read() {
    try (InputStream in =
        Objects.requireNonNull(Explanations.class.getResourceAsStream(FILE), FILE)) {
      return SettingsDocument.parse(
              "explanations", new String(in.readAllBytes(), StandardCharsets.UTF_8))
          .bind(Explanations.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a code means. */
  public Explanation of(ErrorCode code) {
    return Objects.requireNonNull(codes.get(code.name()), code.name());
  }

  /** Every code of every module. */
  public static List<ErrorCode> everyCode() {
    return Stream.<ErrorCode[]>of(
            SpiError.values(),
            CliError.values(),
            ConnectionError.values(),
            ClientError.values(),
            TableError.values(),
            ConfigError.values(),
            InputError.values(),
            GraphError.values(),
            MemoryError.values(),
            SamplingError.values(),
            TrainingError.values(),
            TensorError.values(),
            TgarError.values(),
            InferenceError.values(),
            NodeError.values())
        .flatMap(Stream::of)
        .toList();
  }
}
