// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.graphember.formats.file.InputFile;
import io.graphember.formats.file.InputFolder;
import io.graphember.formats.file.TextBytes;
import io.graphember.formats.table.FeatureColumns;
import io.graphember.formats.table.RowTable;
import io.graphember.schema.InputError;
import io.graphember.schema.Surrogates;
import io.graphember.schema.source.ReadMeter;
import io.graphember.spi.error.ErrorCode;
import io.graphember.spi.error.GraphemberException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The objects of a JSON file, one in the parser at a time. Values become text, so that what is read
 * out of them is what a csv file would give: a null and a field that is not there are empty, the
 * values of a list, at any depth, follow one another. Fields that no column asks for are passed
 * over. Messages name the line.
 */
final class JsonTable implements RowTable {
  /** Column of the field names, in form fields. */
  static final String KEY = "key";

  /** Column of values that are no objects, in form fields. */
  static final String VALUE = "value";

  private static final int MOST_BYTES = 1 << 26; // of an object
  private static final int MOST_DEPTH = 64;
  private static final char[] NO_TEXT = {};

  /** Names are not kept: in form fields there is another one for each vertex. */
  private static final JsonFactory PARSERS =
      JsonFactory.builder().disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES).build();

  private final InputFile file;
  private final JsonSettings.Form form;
  private final TextBytes bytes;
  private final JsonParser parser;
  private final List<String> names;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final boolean learns; // names are those that come
  private final boolean[] asked;
  private final boolean[] given; // in this row
  private char[] list = new char[256];
  private long objectBytes; // read since the last object, about
  private boolean begun;
  private boolean ended;

  /**
   * Opens a file.
   *
   * @param names the columns
   * @param columns columns whose fields are handed over
   */
  JsonTable(
      InputFile file, JsonSettings.Form form, List<String> names, int[] columns, ReadMeter meter) {
    this(file, form, names, false, meter);
    Arrays.stream(columns).filter(c -> c >= 0).forEach(c -> asked[c] = true);
  }

  /** Opens a file whose columns are to be found: their names grow with the rows that are read. */
  static JsonTable looking(InputFile file, JsonSettings.Form form) {
    final List<String> first = form == JsonSettings.Form.FIELDS ? List.of(KEY, VALUE) : List.of();
    return new JsonTable(file, form, first, true, ReadMeter.silent());
  }

  private JsonTable(
      InputFile file, JsonSettings.Form form, List<String> names, boolean learns, ReadMeter meter) {
    this.file = file;
    this.form = form;
    this.names = new ArrayList<>(names);
    this.learns = learns;
    this.asked = new boolean[names.size()];
    this.given = new boolean[names.size()];
    for (int i = 0; i < names.size(); i++) {
      numbers.put(names.get(i), i);
    }
    bytes = new TextBytes(file, meter);
    try {
      parser =
          PARSERS.createParser(
              new InputStreamReader(
                  new Bounded(bytes.stream()), StandardCharsets.UTF_8.newDecoder()));
    } catch (IOException e) {
      bytes.close();
      throw InputFolder.unreadable(file.name(), e);
    }
  }

  @Override
  public List<String> names() {
    return List.copyOf(names);
  }

  @Override
  public boolean next(Row into) {
    objectBytes = 0;
    try {
      Arrays.fill(given, false);
      if (ended || !(form == JsonSettings.Form.FIELDS ? field(into) : object(into))) {
        ended = true;
        return false;
      }
      for (int column = 0; column < asked.length; column++) {
        if (asked[column] && !given[column]) {
          into.field(column, NO_TEXT, 0, 0);
        }
      }
      return true;
    } catch (JsonProcessingException e) {
      throw error(InputError.INPUT_DAMAGED, "this is no JSON: " + e.getOriginalMessage());
    } catch (CharacterCodingException e) {
      throw new GraphemberException(
          InputError.INPUT_NOT_UTF8,
          "%s:%d: a byte here is not UTF-8; write the file again in UTF-8."
              .formatted(file.name(), lineOfMalformed()),
          e);
    } catch (IOException e) {
      throw InputFolder.unreadable(file.name(), e);
    }
  }

  /** Reads the file again to the byte that is not UTF-8: the parser has lost what came before. */
  private long lineOfMalformed() {
    final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    final CharBuffer chars = CharBuffer.allocate(1 << 13);
    long line = 1;
    try (TextBytes again = new TextBytes(file, ReadMeter.silent())) {
      CoderResult result = CoderResult.UNDERFLOW;
      while (!result.isError() && !(again.exhausted() && !again.buffer().hasRemaining())) {
        if (result.isUnderflow()) {
          again.fill();
        }
        result = decoder.decode(again.buffer(), chars, again.exhausted());
        chars.flip();
        line += chars.chars().filter(c -> c == '\n').count();
        chars.clear();
        if (again.exhausted() && result.isUnderflow()) {
          break;
        }
      }
    }
    return line;
  }

  /** Stops an object that would fill the heap. */
  private final class Bounded extends FilterInputStream {
    Bounded(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      final int count = super.read(target, offset, length);
      int lines = 0;
      for (int i = offset; i < offset + count; i++) {
        lines += target[i] == '\n' ? 1 : 0;
      }
      bytes.passLines(lines);
      objectBytes += Math.max(0, count);
      if (objectBytes > MOST_BYTES) {
        throw error(
            InputError.INPUT_DAMAGED, "an object is longer than %d bytes".formatted(MOST_BYTES));
      }
      return count;
    }
  }

  /** The next of several objects. */
  private boolean object(Row into) throws IOException {
    final JsonToken token = parser.nextToken();
    if (token == null) {
      return false;
    }
    if (token != JsonToken.START_OBJECT) {
      throw error(
          InputError.INPUT_COLUMN_UNFIT,
          "here stands "
              + kind(token)
              + " instead of an object; form: fields reads one object"
              + " with a field for each vertex");
    }
    fields(into);
    return true;
  }

  /** The next field of the one object. */
  private boolean field(Row into) throws IOException {
    if (!begun && parser.nextToken() != JsonToken.START_OBJECT) {
      throw error(
          InputError.INPUT_COLUMN_UNFIT, "the file is no object with a field for each vertex");
    }
    begun = true;
    if (parser.nextToken() == JsonToken.END_OBJECT) {
      if (parser.nextToken() != null) {
        throw error(
            InputError.INPUT_COLUMN_UNFIT,
            "something follows the object; form: lines reads several objects");
      }
      return false;
    }
    final String key = parser.currentName();
    hand(0, key.toCharArray(), 0, key.length(), into);
    if (parser.nextToken() == JsonToken.START_OBJECT) {
      fields(into);
    } else {
      value(1, into);
    }
    return true;
  }

  /** The fields of an object, whose first token was read, to its end. */
  private void fields(Row into) throws IOException {
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      final int column = column(parser.currentName());
      parser.nextToken();
      final boolean isKey = form == JsonSettings.Form.FIELDS && column == 0; // the field's name is
      if (!isKey && column >= 0 && column < asked.length && asked[column]) {
        value(column, into);
      } else {
        skip();
      }
    }
  }

  /** Passes over a value, whose first token was read. */
  private void skip() throws IOException {
    int depth = 0;
    JsonToken token = parser.currentToken();
    while (true) {
      depth = deeper(depth, token);
      if (depth == 0) {
        return;
      }
      token = parser.nextToken();
    }
  }

  private int deeper(int depth, JsonToken token) {
    final int next = depth + (token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0);
    if (next > MOST_DEPTH) {
      throw error(
          InputError.INPUT_DAMAGED,
          "lists and objects lie in more than %d others".formatted(MOST_DEPTH));
    }
    return next;
  }

  private int column(String name) {
    Integer known = numbers.get(name);
    if (known == null && learns) {
      numbers.put(name, names.size());
      names.add(name);
    }
    return known == null ? -1 : known;
  }

  /** A value, whose first token was read. */
  private void value(int column, Row into) throws IOException {
    final JsonToken token = parser.currentToken();
    if (column >= asked.length || !asked[column]) {
      skip();
    } else if (token == JsonToken.START_OBJECT) {
      throw nested(column);
    } else if (token == JsonToken.START_ARRAY) {
      hand(column, list, 0, list(column), into);
    } else if (token != JsonToken.VALUE_NULL) {
      hand(
          column, parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength(), into);
    }
  }

  private void hand(int column, char[] text, int offset, int length, Row into) {
    if (column < asked.length && asked[column]) {
      if (given[column]) {
        throw error(
            InputError.INPUT_COLUMN_AMBIGUOUS,
            "field %s stands in the object twice".formatted(names.get(column)));
      }
      if (!Surrogates.paired(text, offset, length)) {
        throw error(
            InputError.INPUT_NOT_UTF8,
            "column %d (%s) has half a surrogate pair, as \\ud83d without what follows it; write the whole character"
                .formatted(column + 1, names.get(column)));
      }
      given[column] = true;
      into.field(column, text, offset, length);
    }
  }

  /** Gathers the values of a list; their length. */
  private int list(int column) throws IOException {
    int length = 0;
    int depth = deeper(0, JsonToken.START_ARRAY);
    while (depth > 0) {
      final JsonToken token = parser.nextToken();
      depth = deeper(depth, token);
      if (token == JsonToken.START_OBJECT) {
        throw nested(column);
      }
      if (token.isScalarValue() && token != JsonToken.VALUE_NULL) {
        length = append(length);
      }
    }
    return length;
  }

  /** Puts the current value behind those of its list; where it ends. */
  private int append(int length) throws IOException {
    final int more = parser.getTextLength();
    if (list.length < length + more + 1) {
      list = Arrays.copyOf(list, Math.max(length + more + 1, 2 * list.length));
    }
    int at = length;
    if (at > 0) {
      list[at++] = FeatureColumns.LIST;
    }
    System.arraycopy(parser.getTextCharacters(), parser.getTextOffset(), list, at, more);
    return at + more;
  }

  private GraphemberException nested(int column) {
    return error(
        InputError.INPUT_COLUMN_UNFIT,
        "column %d (%s) is an object; columns may be numbers, truth values, text and lists of these"
            .formatted(column + 1, names.get(column)));
  }

  private static String kind(JsonToken token) {
    return token == JsonToken.START_ARRAY ? "a list" : "a value";
  }

  @Override
  public GraphemberException error(ErrorCode code, String rule) {
    return new GraphemberException(
        code, "%s:%d: %s.".formatted(file.name(), parser.currentTokenLocation().getLineNr(), rule));
  }

  @Override
  public void close() {
    try {
      parser.close();
    } catch (IOException e) {
      throw InputFolder.unreadable(file.name(), e);
    } finally {
      bytes.close();
    }
  }
}
