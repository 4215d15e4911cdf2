// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.source;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Tables that a graph is read from where they are: the port that the client of a cluster
 * implements. Used by one thread.
 */
public interface Tables {
  /** Where there are none. */
  Tables NONE =
      new Tables() {
        @Override
        public Rows query(String sql) {
          throw noCluster();
        }

        @Override
        public Rows cache(String name) {
          throw noCluster();
        }

        @Override
        public Rows table(String name) {
          throw noCluster();
        }

        private IllegalStateException noCluster() {
          return new IllegalStateException(
              "source.type: ignite is read through a client of a cluster");
        }
      };

  /**
   * Runs a query of SQL.
   *
   * @throws io.graphember.spi.error.GraphemberException if the cluster refuses it
   */
  Rows query(String sql);

  /**
   * Reads the entries of a cache, in no order. Columns are the fields of keys and values that are
   * objects, and {@code _key} and {@code _val} for those that are not.
   *
   * @throws io.graphember.spi.error.GraphemberException if there is no such cache
   */
  Rows cache(String name);

  /**
   * Reads the rows of an SQL table without SQL, as entries of the cache that has them. Columns are
   * those of the table.
   *
   * @param name in any case, perhaps with its schema: {@code Person}, {@code PUBLIC.PERSON}
   * @throws io.graphember.spi.error.GraphemberException if there is no such table, or several
   */
  Rows table(String name);

  /**
   * The same graph, of which those who have its rows read what they have.
   *
   * @param settings what the graph was opened by
   * @param graph closed with what is returned
   * @return the graph itself if nobody else reads it
   */
  default ImportedGraph spread(SourceSettings settings, ImportedGraph graph) {
    return graph;
  }

  /** The rows of a table, one after the other. */
  interface Rows extends AutoCloseable {
    /** Names of the columns. */
    List<String> columns();

    /** How many rows there are, about; 0 if that is not known. */
    default long expected() {
      return 0;
    }

    /** The cache whose entries the rows are; empty if they are those of a query. */
    default Optional<String> cache() {
      return Optional.empty();
    }

    /** Which part of the table these rows are, for messages; empty for all of it. */
    default String part() {
      return "";
    }

    /**
     * Goes to the next row.
     *
     * @return false if there is none
     */
    boolean next();

    /** A value of the row, null if it has none there. */
    @Nullable Object value(int column);

    @Override
    void close();
  }
}
