// SPDX-License-Identifier: Apache-2.0
package io.graphember.config;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Text to a scalar of a given type, strictly. */
final class ScalarReader {
  private static final Pattern NUMBER =
      Pattern.compile("[-+]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][-+]?\\d+)?");

  private ScalarReader() {}

  /** Says why a text is no value of the type; ends "must be ...". */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    Refused(String rule) {
      super(rule, null, false, false);
    }
  }

  /** True if the type is one this class reads. */
  static boolean reads(Class<?> type) {
    return type.isEnum() || !typeName(type).isEmpty();
  }

  /** What a person calls the type; empty if it is not one of this class's. */
  static String typeName(Class<?> type) {
    if (type == String.class) {
      return "text";
    } else if (type == boolean.class || type == Boolean.class) {
      return "true or false";
    } else if (type == int.class || type == Integer.class) {
      return "whole number";
    } else if (type == long.class || type == Long.class) {
      return "whole number (64 bits)";
    } else if (type == float.class
        || type == Float.class
        || type == double.class
        || type == Double.class) {
      return "number";
    } else if (type.isEnum()) {
      return "one of " + String.join(", ", SettingName.all(type));
    }
    return "";
  }

  static Object read(Class<?> type, String text) throws Refused {
    if (type == String.class) {
      return text;
    } else if (type.isEnum()) {
      return constant(type, text);
    } else if (type == boolean.class || type == Boolean.class) {
      return truth(text);
    } else if (type == int.class || type == Integer.class) {
      return (int) whole(text, Integer.MIN_VALUE, Integer.MAX_VALUE);
    } else if (type == long.class || type == Long.class) {
      return whole(text, Long.MIN_VALUE, Long.MAX_VALUE);
    } else if (type == float.class || type == Float.class) {
      final float value = Float.parseFloat(number(text));
      return finite(value, Float.isFinite(value));
    }
    final double value = Double.parseDouble(number(text));
    return finite(value, Double.isFinite(value));
  }

  private static Object constant(Class<?> type, String text) throws Refused {
    Optional<Object> constant = SettingName.constant(type, text);
    if (constant.isEmpty()) {
      List<String> names = SettingName.all(type);
      throw new Refused(
          "one of "
              + String.join(", ", names)
              + NearestName.of(text, names).map(n -> "; did you mean " + n + "?").orElse(""));
    }
    return constant.get();
  }

  private static boolean truth(String text) throws Refused {
    if (!text.equals("true") && !text.equals("false")) {
      throw new Refused("true or false");
    }
    return text.equals("true");
  }

  private static long whole(String text, long least, long most) throws Refused {
    try {
      final long value = Long.parseLong(text);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException expected) {
      // Refused below, together with numbers out of range.
    }
    throw new Refused("a whole number from " + least + " to " + most);
  }

  private static String number(String text) throws Refused {
    if (!NUMBER.matcher(text).matches()) {
      throw new Refused("a number");
    }
    return text;
  }

  private static Object finite(Object value, boolean finite) throws Refused {
    if (!finite) {
      throw new Refused("a number in the range of its type");
    }
    return value;
  }
}
