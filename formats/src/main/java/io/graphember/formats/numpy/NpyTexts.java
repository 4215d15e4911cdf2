// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.numpy;

import io.graphember.schema.InputError;
import io.graphember.schema.LabelIndex;
import io.graphember.spi.error.GraphemberException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads an array of text of one dimension, as {@code numpy.save} writes it. An element has as many
 * bytes as every other one and zeros behind its end: of {@code U17} 17 characters of UCS-4, of
 * {@code S17} 17 bytes, taken for UTF-8.
 */
final class NpyTexts {
  /** Longest element, in characters. */
  static final int MAX_LENGTH = 4096;

  private static final int UCS4_BYTES = 4;
  private static final Pattern DESCR = Pattern.compile("([<>|=])([US])([0-9]{1,4})");

  private NpyTexts() {}

  /**
   * Reads all elements.
   *
   * @throws GraphemberException with code {@link InputError#INPUT_ARRAY_UNFIT} if these are no
   *     texts, or more than there may be classes; with {@link InputError#INPUT_DAMAGED} if the
   *     array is cut short
   */
  static List<String> read(ArrayFile file) {
    try (InputStream in = file.open()) {
      NpyHeader.Head head = NpyHeader.readHead(in, file.name());
      Matcher descr = DESCR.matcher(head.descr());
      if (!descr.matches() || head.shape().length != 1) {
        throw NpyHeader.unfit(
            file.name(),
            "its values are of type %s in %d dimensions; names of classes are text, U or S, in 1 dimension, or a list in source.classNames"
                .formatted(head.descr(), head.shape().length));
      }
      final int length = Integer.parseInt(descr.group(3));
      final long count = head.shape()[0];
      if (count > LabelIndex.MAX_CLASSES || length > MAX_LENGTH) {
        throw NpyHeader.unfit(
            file.name(),
            "it has %d names of up to %d characters; at most %d of %d may be"
                .formatted(count, length, LabelIndex.MAX_CLASSES, MAX_LENGTH));
      }
      final boolean wide = descr.group(2).equals("U");
      final byte[] element = new byte[wide ? UCS4_BYTES * length : length];
      final Charset charset = charset(wide, descr.group(1).equals(">"));
      List<String> texts = new ArrayList<>();
      for (long i = 0; i < count; i++) {
        if (in.readNBytes(element, 0, element.length) < element.length) {
          throw file.failed(new EOFException());
        }
        final String text = new String(element, charset);
        final int end = text.indexOf('\0');
        texts.add(end < 0 ? text : text.substring(0, end));
      }
      return texts;
    } catch (IOException e) {
      throw file.failed(e);
    }
  }

  private static Charset charset(boolean wide, boolean bigEndian) {
    if (!wide) {
      return StandardCharsets.UTF_8;
    }
    return Charset.forName(bigEndian ? "UTF-32BE" : "UTF-32LE");
  }
}
