// SPDX-License-Identifier: Apache-2.0
package io.graphember.config;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes a settings record as JSON: components in their order, nothing for what is absent. */
final class SettingsJson {
  private static final JsonFactory FACTORY = new JsonFactory();

  private SettingsJson() {}

  static String of(Record settings) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      section(json, settings);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringWriter does not fail
    }
    return text.toString();
  }

  private static void section(JsonGenerator json, Record settings) throws IOException {
    json.writeStartObject();
    entries(json, settings);
    json.writeEndObject();
  }

  private static void entries(JsonGenerator json, Record settings) throws IOException {
    Optional<Alternatives> alternatives = Alternatives.with(settings.getClass());
    if (alternatives.isPresent()) {
      json.writeStringField(alternatives.get().by(), alternatives.get().name(settings.getClass()));
    }
    for (SettingComponent component : SettingComponent.of(settings.getClass())) {
      Optional<?> value = component.read(settings);
      if (component.inlined()) {
        entries(json, (Record) value.orElseThrow());
      } else if (value.isPresent()) {
        json.writeFieldName(component.name());
        value(json, value.get());
      }
    }
  }

  private static void value(JsonGenerator json, Object value) throws IOException {
    if (value instanceof Record nested) {
      section(json, nested);
    } else if (value instanceof List<?> list) {
      json.writeStartArray();
      for (Object item : list) {
        value(json, item);
      }
      json.writeEndArray();
    } else if (value instanceof Map<?, ?> map) {
      json.writeStartObject();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        json.writeFieldName((String) entry.getKey());
        value(json, entry.getValue());
      }
      json.writeEndObject();
    } else if (value instanceof Enum<?> constant) {
      json.writeString(SettingName.of(constant));
    } else {
      json.writeObject(value); // a scalar: text, number, true or false
    }
  }
}
