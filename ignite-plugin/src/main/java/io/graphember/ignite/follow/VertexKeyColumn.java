// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.follow;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.cache.event.CacheEntryEvent;
import org.apache.ignite.binary.BinaryObject;
import org.apache.ignite.cache.QueryEntity;

/**
 * The column of a cache that has the keys of vertices: whether a row that was updated is of the
 * same vertex as before. Says no where it cannot tell.
 *
 * @param name of the column
 * @param tables SQL tables of the cache
 */
record VertexKeyColumn(String name, List<QueryEntity> tables) {
  private static final String WHOLE_KEY = "_key";

  VertexKeyColumn {
    tables = List.copyOf(tables);
  }

  /** True if the row is of the vertex that it was of. */
  boolean isSame(CacheEntryEvent<?, ?> event) {
    if (name.equals(WHOLE_KEY)) {
      return true;
    }
    if (tables.stream().anyMatch(this::renames)) {
      return false;
    }
    final Optional<String> inValue = field(event.getValue());
    if (inValue.isPresent()) {
      return event.getValue() instanceof BinaryObject now
          && event.getOldValue() instanceof BinaryObject before
          && Objects.equals(now.field(inValue.get()), before.field(inValue.get()));
    }
    return field(event.getKey()).isPresent()
        || tables.stream().anyMatch(table -> name.equalsIgnoreCase(table.getKeyFieldName()));
  }

  /** True if the column is of a field with another name. */
  private boolean renames(QueryEntity table) {
    return table.getAliases() != null
        && table.getAliases().entrySet().stream()
            .anyMatch(
                alias ->
                    alias.getValue().equalsIgnoreCase(name)
                        && !alias.getKey().equalsIgnoreCase(name));
  }

  private Optional<String> field(Object part) {
    final Collection<String> fields =
        part instanceof BinaryObject object ? object.type().fieldNames() : List.of();
    return fields.stream().filter(name::equalsIgnoreCase).findFirst();
  }
}
