// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.table;

import io.graphember.spi.CounterRandom;
import java.util.Arrays;
import java.util.UUID;
import org.apache.ignite.binary.BinaryObject;

/** Hashes of 64 bits of the keys of caches: the same of a key on every node. */
public final class KeyHash {
  private KeyHash() {}

  /**
   * The hash of a key.
   *
   * @param key as a cache with binary objects gives it
   */
  public static long of(Object key) {
    if (key instanceof Number number
        && (number instanceof Long || number instanceof Integer || number instanceof Short)) {
      return CounterRandom.mix(number.longValue());
    }
    if (key instanceof UUID id) {
      return CounterRandom.child(id.getMostSignificantBits(), id.getLeastSignificantBits());
    }
    if (key instanceof BinaryObject object && !object.type().isEnum()) {
      return fields(object);
    }
    return text(key instanceof byte[] bytes ? Arrays.toString(bytes) : key.toString());
  }

  /** In any order, and of the fields that it has: those of its type may become more. */
  private static long fields(BinaryObject object) {
    long hash = object.type().typeId();
    for (String name : object.type().fieldNames()) {
      final Object field = object.field(name);
      if (field != null) {
        hash += CounterRandom.child(text(name), of(field));
      }
    }
    return CounterRandom.mix(hash);
  }

  private static long text(String text) {
    long hash = text.length();
    for (int i = 0; i < text.length(); i++) {
      hash = CounterRandom.child(hash, text.charAt(i));
    }
    return hash;
  }
}
