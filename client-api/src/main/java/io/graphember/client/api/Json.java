// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How wire classes become JSON text and back. A reader leaves out what it does not know, so that a
 * node may say more than a client of the same protocol asks for.
 */
public final class Json {
  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS);

  private Json() {}

  /** Text of a value. */
  public static String write(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not a wire class: " + value.getClass(), e);
    }
  }

  /** Text of a value for people: one field a line. */
  public static String writePretty(Object value) {
    try {
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not a wire class: " + value.getClass(), e);
    }
  }

  /**
   * The value of a text.
   *
   * @throws IllegalArgumentException if the text is not of that type
   */
  public static <T> T read(String text, TypeReference<T> type) {
    try {
      return MAPPER.readValue(text, type);
    } catch (JsonProcessingException e) {
      throw unreadable(e);
    }
  }

  /**
   * The value of a text.
   *
   * @throws IllegalArgumentException if the text is not of that type, or null
   */
  public static <T> T read(String text, Class<T> type) {
    try {
      T value = MAPPER.readValue(text, type);
      if (value == null) {
        throw new IllegalArgumentException("it says nothing");
      }
      return value;
    } catch (JsonProcessingException e) {
      throw unreadable(e);
    }
  }

  /**
   * The fields of an object, in their order.
   *
   * @throws IllegalArgumentException if the text is not one
   */
  public static Map<String, Object> object(String text) {
    return read(text, new TypeReference<LinkedHashMap<String, Object>>() {});
  }

  /** Says where the text is wrong, in words that name no class. */
  private static IllegalArgumentException unreadable(JsonProcessingException e) {
    if (e instanceof ValueInstantiationException
        && e.getCause() instanceof IllegalArgumentException rule) {
      return new IllegalArgumentException(rule.getMessage(), e);
    }
    if (e instanceof JsonMappingException mapping) {
      String path =
          mapping.getPath().stream()
              .map(step -> step.getFieldName() == null ? "" + step.getIndex() : step.getFieldName())
              .collect(Collectors.joining("."));
      return new IllegalArgumentException(
          path.isEmpty() ? "it is JSON of another shape" : "field " + path + " has a wrong value",
          e);
    }
    return new IllegalArgumentException(
        "it is no JSON, see line %d, column %d"
            .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr()),
        e);
  }

  /** Text of a reply with a value. */
  public static String reply(Object value) {
    return write(new Reply(MAPPER.valueToTree(value), null));
  }

  /** Text of a reply with an error. */
  public static String reply(ErrorInfo error) {
    return write(new Reply(null, error));
  }

  /**
   * The value of a reply.
   *
   * @throws io.graphember.spi.error.GraphemberException the error of the reply
   */
  public static <T> T value(String reply, TypeReference<T> type) {
    Reply read = read(reply, Reply.class);
    if (read.error() != null) {
      throw read.error().toException();
    }
    return MAPPER.convertValue(read.value(), type);
  }
}
