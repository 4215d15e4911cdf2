// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.table;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.cache.Cache;
import org.apache.ignite.binary.BinaryObject;
import org.jspecify.annotations.Nullable;

/**
 * The columns of the entries of a cache: the fields of keys and values that are objects, the whole
 * key or value where one is none.
 *
 * @param names of the columns
 * @param key column of the whole key, beside {@value #KEY}
 * @param value column of the whole value, beside {@value #VALUE}
 */
record EntryColumns(List<String> names, String key, String value) {
  /** Column of the whole key. */
  static final String KEY = "_key";

  /** Column of the whole value. */
  static final String VALUE = "_val";

  EntryColumns {
    names = List.copyOf(names);
  }

  /** The columns of an entry: a cache holds one kind of things as a rule. Null if it is empty. */
  static EntryColumns of(Cache.@Nullable Entry<Object, Object> first) {
    final Set<String> fields = new LinkedHashSet<>();
    fields.addAll(fields(KEY, first == null ? null : first.getKey()));
    fields.addAll(fields(VALUE, first == null ? null : first.getValue()));
    return new EntryColumns(List.copyOf(fields), KEY, VALUE);
  }

  private static Collection<String> fields(String plain, @Nullable Object part) {
    return part instanceof BinaryObject object ? object.type().fieldNames() : List.of(plain);
  }

  /** What an entry has in a column; null for nothing. */
  @Nullable Object of(Cache.Entry<Object, Object> entry, int column) {
    final String field = names.get(column);
    if (field.equals(KEY) || field.equals(key)) {
      return entry.getKey();
    }
    if (field.equals(VALUE) || field.equals(value)) {
      return entry.getValue();
    }
    final Object inValue = field(entry.getValue(), field);
    return inValue == null ? field(entry.getKey(), field) : inValue;
  }

  private static @Nullable Object field(Object part, String field) {
    return part instanceof BinaryObject object ? object.field(field) : null;
  }
}
