// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.graph.key.KeyDictionary;
import io.graphember.memory.array.LongColumn;
import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.VertexHomes;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.piece.KeyColumn;
import java.util.Arrays;
import java.util.function.IntToLongFunction;
import java.util.function.LongConsumer;

/**
 * The vertices that the pieces of a shard name, each by an id until all have come: those at home
 * here by their rows, others by key or by their numbers in the version that is added to. Used by
 * one thread at a time.
 */
final class NamedVertices {
  /** Kinds of ids: 3 times the row, or the place among keys or numbers, and the kind. */
  private static final int OWN = 0;

  private static final int KEY = 1;
  private static final int NUMBER = 2;
  private static final int KINDS = 3;
  private static final int COPIED = 1 << 12; // numbers at a time

  /** The place of a key that was named where nobody is created for it. */
  static final long NOWHERE = Long.MAX_VALUE;

  private final HomeVertices[] homes;
  private final Names[] names; // of each type
  private final int shard;
  private final int shards;

  /**
   * No names.
   *
   * @param homes vertices at home here, of each type
   * @param beforeGrowth is told the bytes before names grow
   */
  NamedVertices(
      GraphHeader header, HomeVertices[] homes, int shard, int shards, LongConsumer beforeGrowth) {
    this.homes = homes;
    this.shard = shard;
    this.shards = shards;
    names = new Names[homes.length];
    Arrays.setAll(names, type -> new Names(type, header.vertexType(type).keyKind(), beforeGrowth));
  }

  /** Vertices of one type that are not at home here, or not known to be. */
  final class Names {
    private final int type;
    private final KeyKind kind;
    private final LongConsumer beforeGrowth;
    private KeyDictionary keys;
    private KeyDictionary numbers; // of the base version
    private LongColumn places = new LongColumn(); // where each key was named first
    private short[] homeOf = new short[64]; // of each key
    private boolean nowhere; // some have no place

    Names(int type, KeyKind kind, LongConsumer beforeGrowth) {
      this.type = type;
      this.kind = kind;
      this.beforeGrowth = more -> beforeGrowth.accept(NamedVertices.this.bytes() + more);
      keys = KeyDictionary.of(kind, this.beforeGrowth);
      numbers = KeyDictionary.of(KeyKind.INT64, this.beforeGrowth);
    }

    /** Number of keys. */
    int keys() {
      return keys.size();
    }

    /** Home of a key. */
    int home(int key) {
      return homeOf[key];
    }

    /** Where a key was named first, or {@link #NOWHERE}. */
    long place(int key) {
      return places.get(key);
    }

    /** Adds a key to a column. */
    void copy(int key, KeyColumn.Builder target) {
      keys.copy(key, target);
    }

    /** Numbers of the vertices of the base version. */
    long[] baseNumbers() {
      final long[] all = new long[numbers.size()];
      final KeyColumn.Builder some = new KeyColumn.Builder(KeyKind.INT64);
      for (int from = 0; from < all.length; from += COPIED) {
        for (int i = from; i < Math.min(all.length, from + COPIED); i++) {
          numbers.copy(i, some);
        }
        final KeyColumn copied = some.build();
        for (int i = 0; i < copied.size(); i++) {
          all[from + i] = copied.longAt(i);
        }
      }
      return all;
    }

    private void add(KeyColumn some, IntToLongFunction ofRows, int[] found) {
      final int before = keys.size();
      keys.add(some, found);
      int next = before;
      for (int i = 0; i < found.length; i++) {
        if (found[i] == next) {
          if (next == homeOf.length) {
            homeOf = Arrays.copyOf(homeOf, 2 * next);
          }
          homeOf[next++] = (short) VertexHomes.of(type, some.hashAt(i), shards);
          final long place = ofRows.applyAsLong(i);
          nowhere |= place == NOWHERE;
          places.add(place);
        } else if (nowhere && places.get(found[i]) == NOWHERE) {
          places.set(found[i], ofRows.applyAsLong(i));
        }
      }
    }

    private long bytes() {
      return keys.bytes() + numbers.bytes() + places.bytes() + 2L * homeOf.length;
    }

    private void forget() {
      keys = KeyDictionary.of(kind, beforeGrowth);
      numbers = KeyDictionary.of(KeyKind.INT64, beforeGrowth);
      places = new LongColumn();
      homeOf = new short[64];
    }
  }

  /** Bytes of heap taken. */
  long bytes() {
    long bytes = 0;
    for (Names ofType : names) {
      bytes += ofType == null ? 0 : ofType.bytes();
    }
    return bytes;
  }

  /** Number of names of all types. */
  long size() {
    long size = 0;
    for (Names ofType : names) {
      size += ofType.keys.size() + (long) ofType.numbers.size();
    }
    return size;
  }

  /** Names of a type. */
  Names names(int type) {
    return names[type];
  }

  /**
   * The ids of keys. Those that are at home elsewhere are not looked for here.
   *
   * @param ofRows place of each key
   */
  int[] ids(KeyColumn column, int type, IntToLongFunction ofRows) {
    final int[] ids = new int[column.size()];
    final int[] rows = new int[ids.length]; // those at home here
    int own = 0;
    for (int i = 0; i < ids.length; i++) {
      if (VertexHomes.of(type, column.hashAt(i), shards) == shard) {
        rows[own++] = i;
      } else {
        ids[i] = KeyDictionary.ABSENT;
      }
    }
    if (own > 0) {
      final int[] here = Arrays.copyOf(rows, own);
      final int[] found = homes[type].find(own == ids.length ? column : column.rows(here));
      for (int i = 0; i < own; i++) {
        ids[here[i]] = found[i];
      }
    }
    final int[] unknown = rowsFound(ids);
    final int[] found = new int[unknown.length];
    if (unknown.length > 0) {
      names[type].add(column.rows(unknown), i -> ofRows.applyAsLong(unknown[i]), found);
    }
    return named(ids, unknown, found, KEY);
  }

  /**
   * The ids of vertices of the base version.
   *
   * @param numbers these in the version
   * @param homeOf homes of all its vertices of the type
   */
  int[] baseIds(KeyColumn numbers, int type, short[] homeOf) {
    final int[] ids = new int[numbers.size()];
    for (int i = 0; i < ids.length; i++) {
      final int number = MessageReader.index(numbers.longAt(i), homeOf.length);
      ids[i] = homeOf[number] == shard ? homes[type].baseRow(number) : KeyDictionary.ABSENT;
    }
    final int[] unknown = rowsFound(ids);
    final int[] found = new int[unknown.length];
    if (unknown.length > 0) {
      names[type].numbers.add(numbers.rows(unknown), found);
    }
    return named(ids, unknown, found, NUMBER);
  }

  /** Makes ids of rows that were found; where those are that were not. */
  private static int[] rowsFound(int[] rows) {
    int count = 0;
    for (int row : rows) {
      count += row == KeyDictionary.ABSENT ? 1 : 0;
    }
    final int[] unknown = new int[count];
    int next = 0;
    for (int i = 0; i < rows.length; i++) {
      if (rows[i] == KeyDictionary.ABSENT) {
        unknown[next++] = i;
      } else {
        rows[i] = Math.addExact(Math.multiplyExact(rows[i], KINDS), OWN);
      }
    }
    return unknown;
  }

  private static int[] named(int[] ids, int[] unknown, int[] found, int kind) {
    for (int i = 0; i < unknown.length; i++) {
      ids[unknown[i]] = Math.addExact(Math.multiplyExact(found[i], KINDS), kind);
    }
    return ids;
  }

  /** True if a vertex is at home here. */
  boolean here(int id, int type) {
    return switch (id % KINDS) {
      case OWN -> true;
      case KEY -> names[type].home(id / KINDS) == shard;
      default -> false;
    };
  }

  /** What is kept of vertices by id, as arrays by row and by the places of names. */
  record ByIds(int[] ofRows, int[] ofKeys, int[] ofNumbers) {
    int get(int id) {
      final int at = id / KINDS;
      return switch (id % KINDS) {
        case OWN -> ofRows[at];
        case KEY -> ofKeys[at];
        default -> ofNumbers[at];
      };
    }
  }

  /** Forgets all names. */
  void forget() {
    for (Names ofType : names) {
      ofType.forget();
    }
  }
}
