// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.piece;

import io.graphember.schema.KeyKind;
import io.graphember.spi.CounterRandom;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/**
 * A column of vertex keys: {@code long[]} for {@link KeyKind#INT64}, two longs a key for {@link
 * KeyKind#UUID}, one UTF-8 arena with offsets for {@link KeyKind#STRING}. Immutable, so any thread
 * may read it.
 *
 * <p>Encoded, little-endian: INT64 as {@code int8} with the width of a key, then {@code
 * int32[rows]} if it is 4 and {@code int64[rows]} if it is 8; UUID as {@code int64[rows, 2]}, most
 * significant bits first; STRING as {@code int32[rows + 1]} offsets into the arena, the first 0,
 * strictly increasing, then the arena of {@code offsets[rows]} bytes.
 */
public final class KeyColumn {
  /** Longest string key in bytes of UTF-8. */
  public static final int MAX_KEY_BYTES = 65_535;

  private final KeyKind kind;
  private final int size;
  private final long[] numbers; // INT64: [size]; UUID: [size, 2]; else empty
  private final byte[] arena; // STRING: [offsets[size]]; else empty
  private final int[] offsets; // STRING: [size + 1]; else empty

  private KeyColumn(KeyKind kind, int size, long[] numbers) {
    this(kind, size, numbers, new byte[0], new int[0]);
  }

  private KeyColumn(KeyKind kind, int size, long[] numbers, byte[] arena, int[] offsets) {
    this.kind = kind;
    this.size = size;
    this.numbers = numbers;
    this.arena = arena;
    this.offsets = offsets;
  }

  /** A column of integer keys; keeps the array, which must not be written afterwards. */
  public static KeyColumn of(long... keys) {
    return new KeyColumn(KeyKind.INT64, keys.length, keys);
  }

  /**
   * A column of string keys.
   *
   * @throws IllegalArgumentException if a key is not 1 to {@link #MAX_KEY_BYTES} bytes of UTF-8
   */
  public static KeyColumn of(String... keys) {
    Builder builder = new Builder(KeyKind.STRING);
    for (String key : keys) {
      byte[] utf8 = key.getBytes(StandardCharsets.UTF_8);
      builder.add(utf8, 0, utf8.length);
    }
    return builder.build();
  }

  /** A column of UUIDs. */
  public static KeyColumn of(UUID... keys) {
    Builder builder = new Builder(KeyKind.UUID);
    for (UUID key : keys) {
      builder.add(key.getMostSignificantBits(), key.getLeastSignificantBits());
    }
    return builder.build();
  }

  /** Keeps the array of two longs a key. */
  static KeyColumn ofUuids(long[] halves) {
    return new KeyColumn(KeyKind.UUID, halves.length / 2, halves);
  }

  /** Keeps both arrays; the caller has checked that they fit together. */
  static KeyColumn ofArena(byte[] arena, int[] offsets) {
    return new KeyColumn(KeyKind.STRING, offsets.length - 1, new long[0], arena, offsets);
  }

  /**
   * Keys as texts.
   *
   * @throws IllegalArgumentException if one is no key of the kind
   */
  public static KeyColumn parse(KeyKind kind, List<String> keys) {
    return switch (kind) {
      case INT64 -> of(keys.stream().mapToLong(Long::parseLong).toArray());
      case STRING -> of(keys.toArray(String[]::new));
      case UUID -> of(keys.stream().map(UUID::fromString).toArray(UUID[]::new));
    };
  }

  /** What the keys are. */
  public KeyKind kind() {
    return kind;
  }

  /**
   * A number of a key that is the larger the later the key comes: of texts and UUIDs their first
   * eight bytes, so that keys that begin alike have the same.
   */
  public long orderAt(int row) {
    if (kind != KeyKind.STRING) {
      return kind == KeyKind.INT64 ? longAt(row) : mostSignificantAt(row);
    }
    long number = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      final int at = start(row) + i;
      number = number << Byte.SIZE | (at < end(row) ? arena[at] & 0xFF : 0);
    }
    return number ^ Long.MIN_VALUE; // bytes are compared unsigned
  }

  /** Some of the keys, in their order. */
  public KeyColumn rows(int[] some) {
    Builder builder = new Builder(kind);
    for (int row : some) {
      builder.add(this, row);
    }
    return builder.build();
  }

  /** Number of keys. */
  public int size() {
    return size;
  }

  /**
   * An integer key.
   *
   * @throws IllegalStateException if the keys are others
   */
  public long longAt(int row) {
    require(KeyKind.INT64);
    return numbers[row];
  }

  /** The most significant half of a UUID. */
  public long mostSignificantAt(int row) {
    require(KeyKind.UUID);
    return numbers[2 * row];
  }

  /** The least significant half of a UUID. */
  public long leastSignificantAt(int row) {
    require(KeyKind.UUID);
    return numbers[2 * row + 1];
  }

  /**
   * A key as text: the string itself, the integer in decimal, the UUID in its usual form.
   *
   * <p>Makes an object; for a key in bytes see {@link #arena()}.
   */
  public String stringAt(int row) {
    return keyAt(row).toString();
  }

  /** A key as the user knows it: a {@code Long}, a {@code String} or a {@code UUID}. */
  public Object keyAt(int row) {
    return switch (kind) {
      case INT64 -> numbers[row];
      case UUID -> new UUID(numbers[2 * row], numbers[2 * row + 1]);
      case STRING -> new String(arena, start(row), end(row) - start(row), StandardCharsets.UTF_8);
    };
  }

  /**
   * All string keys one after the other in UTF-8; key {@code row} is {@code [start(row),
   * end(row))}. Not a copy: must not be written.
   *
   * @throws IllegalStateException if the keys are others
   */
  public byte[] arena() {
    require(KeyKind.STRING);
    return arena;
  }

  /** Bytes of a key: 8 of an integer, 16 of a UUID, those of UTF-8 of a string. */
  public int bytesAt(int row) {
    return switch (kind) {
      case INT64 -> Long.BYTES;
      case UUID -> 2 * Long.BYTES;
      case STRING -> end(row) - start(row);
    };
  }

  /** First byte of a string key in {@link #arena()}. */
  public int start(int row) {
    return offsets[row];
  }

  /** Byte after the last of a string key in {@link #arena()}. */
  public int end(int row) {
    return offsets[row + 1];
  }

  /**
   * A well mixed hash of a key, equal for equal keys of one kind in every process and version of
   * this wire format.
   */
  public long hashAt(int row) {
    if (kind == KeyKind.INT64) {
      return CounterRandom.mix(numbers[row]);
    }
    if (kind == KeyKind.UUID) {
      return CounterRandom.mix(numbers[2 * row] + CounterRandom.mix(numbers[2 * row + 1]));
    }
    return hash(arena, start(row), end(row));
  }

  /**
   * The hashes of several keys, see {@link #hashAt}.
   *
   * @param hashes receives that of row {@code first} first
   */
  public void hashes(int first, int end, long[] hashes) {
    if (kind == KeyKind.INT64) {
      for (int row = first; row < end; row++) {
        hashes[row - first] = CounterRandom.mix(numbers[row]);
      }
    } else {
      for (int row = first; row < end; row++) {
        hashes[row - first] = hashAt(row);
      }
    }
  }

  /** The hash of a string key that stands in an array: that of {@link #hashAt}. */
  public static long hash(byte[] utf8, int start, int end) {
    long hash = end - start;
    for (int i = start; i < end; i++) {
      hash = (hash ^ (utf8[i] & 0xFF)) * CounterRandom.GOLDEN;
    }
    return CounterRandom.mix(hash);
  }

  /** True if a key equals a key of another column of the same kind. */
  public boolean sameKey(int row, KeyColumn other, int otherRow) {
    if (kind == KeyKind.INT64) {
      return numbers[row] == other.numbers[otherRow];
    }
    if (kind == KeyKind.UUID) {
      return numbers[2 * row] == other.numbers[2 * otherRow]
          && numbers[2 * row + 1] == other.numbers[2 * otherRow + 1];
    }
    return Arrays.equals(
        arena, start(row), end(row), other.arena, other.start(otherRow), other.end(otherRow));
  }

  /** Bytes of the column when encoded. */
  int encodedBytes() {
    return switch (kind) {
      case INT64 -> 1 + (narrow() ? 4 : 8) * size;
      case UUID -> 16 * size;
      case STRING -> 4 * (size + 1) + arena.length;
    };
  }

  /** True if every integer key fits 32 bits. */
  private boolean narrow() {
    long high = 0;
    for (long number : numbers) {
      high |= number - Integer.MIN_VALUE;
    }
    return high >>> Integer.SIZE == 0;
  }

  /** Bytes that one more key adds to an encoded column, at most. */
  static int encodedBytes(KeyKind kind, int utf8Length) {
    return switch (kind) {
      case INT64 -> 8;
      case UUID -> 16;
      case STRING -> 4 + utf8Length;
    };
  }

  void writeTo(PieceWriter writer) {
    switch (kind) {
      case INT64 -> {
        if (narrow()) {
          writer.narrow(numbers);
        } else {
          writer.wide(numbers);
        }
      }
      case UUID -> writer.longs(numbers);
      case STRING -> {
        writer.ints(offsets);
        writer.bytes(arena);
      }
    }
  }

  private void require(KeyKind expected) {
    if (kind != expected) {
      throw new IllegalStateException("keys are " + kind + ", not " + expected);
    }
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof KeyColumn other
        && kind == other.kind
        && Arrays.equals(numbers, other.numbers)
        && Arrays.equals(arena, other.arena)
        && Arrays.equals(offsets, other.offsets);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(numbers) + Arrays.hashCode(arena);
  }

  @Override
  public String toString() {
    return "KeyColumn[" + kind + ", " + size + " keys]";
  }

  /**
   * Grows a column key by key without an object for a key. Used by one thread; may be used again
   * after {@link #build()}, which leaves it empty.
   */
  public static final class Builder {
    private static final int FIRST_CAPACITY = 64;

    private final KeyKind kind;
    private int size;
    private long[] numbers = new long[0];
    private byte[] arena = new byte[0];
    private int[] offsets = new int[0];

    /** Starts an empty column. */
    public Builder(KeyKind kind) {
      this.kind = kind;
      clear();
    }

    /** Number of keys so far. */
    public int size() {
      return size;
    }

    /** Adds an integer key. */
    public Builder add(long key) {
      require(KeyKind.INT64);
      if (size == numbers.length) {
        numbers = Arrays.copyOf(numbers, 2 * size);
      }
      numbers[size++] = key;
      return this;
    }

    /** Adds a UUID. */
    public Builder add(long mostSignificant, long leastSignificant) {
      require(KeyKind.UUID);
      if (2 * size == numbers.length) {
        numbers = Arrays.copyOf(numbers, 4 * size);
      }
      numbers[2 * size] = mostSignificant;
      numbers[2 * size + 1] = leastSignificant;
      size++;
      return this;
    }

    /**
     * Adds a string key; copies the bytes, which the caller has checked to be UTF-8.
     *
     * @throws IllegalArgumentException if the length is not 1 to {@link #MAX_KEY_BYTES}
     */
    public Builder add(byte[] utf8, int offset, int length) {
      require(KeyKind.STRING);
      if (length < 1 || length > MAX_KEY_BYTES) {
        throw new IllegalArgumentException(
            "a key has 1 to " + MAX_KEY_BYTES + " bytes of UTF-8, this one has " + length);
      }
      final int start = offsets[size];
      if (arena.length - start < length) {
        arena = Arrays.copyOf(arena, Math.max(2 * arena.length, start + length));
      }
      if (size + 1 == offsets.length) {
        offsets = Arrays.copyOf(offsets, 2 * offsets.length);
      }
      System.arraycopy(utf8, offset, arena, start, length);
      offsets[++size] = start + length;
      return this;
    }

    /** Adds a key of another column of the same kind. */
    public Builder add(KeyColumn from, int row) {
      return switch (from.kind) {
        case INT64 -> add(from.numbers[row]);
        case UUID -> add(from.numbers[2 * row], from.numbers[2 * row + 1]);
        case STRING -> add(from.arena, from.start(row), from.end(row) - from.start(row));
      };
    }

    /** Bytes of the keys so far. */
    public long bytes() {
      return switch (kind) {
        case INT64 -> 8L * size;
        case UUID -> 16L * size;
        case STRING -> offsets[size];
      };
    }

    /** The column; the builder is empty afterwards. */
    public KeyColumn build() {
      KeyColumn column =
          switch (kind) {
            case INT64 -> KeyColumn.of(Arrays.copyOf(numbers, size));
            case UUID -> ofUuids(Arrays.copyOf(numbers, 2 * size));
            case STRING ->
                ofArena(Arrays.copyOf(arena, offsets[size]), Arrays.copyOf(offsets, size + 1));
          };
      clear();
      return column;
    }

    private void clear() {
      size = 0;
      if (kind == KeyKind.STRING) {
        arena = new byte[8 * FIRST_CAPACITY];
        offsets = new int[FIRST_CAPACITY];
      } else {
        numbers = new long[FIRST_CAPACITY];
      }
    }

    private void require(KeyKind expected) {
      if (kind != expected) {
        throw new IllegalStateException("keys are " + kind + ", not " + expected);
      }
    }
  }
}
