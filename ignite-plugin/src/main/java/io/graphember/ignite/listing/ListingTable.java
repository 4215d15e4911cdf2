// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.listing;

import java.sql.Timestamp;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import org.apache.ignite.cache.QueryEntity;

/** The tables, each a type of values in one cache; keys are made of what tells rows apart. */
public enum ListingTable {
  /** Versions of graphs. */
  GRAPHS(
      text("NAME"),
      number("VERSION"),
      text("OWNER"),
      number("VERTICES"),
      number("EDGES"),
      whole("PARTITIONS"),
      text("PARTITIONER"),
      real("REPLICATION_FACTOR"),
      text("CACHE")),
  /** The latest jobs, and those that wait. */
  JOBS(
      number("JOB"),
      text("NAME"),
      text("GRAPH"),
      text("KIND"),
      text("OWNER"),
      text("STATUS"),
      text("PHASE"),
      whole("EPOCH"),
      whole("EPOCHS"),
      real("LOSS"),
      real("VALIDATION"),
      whole("PLACE"),
      text("ERROR"),
      time("SUBMITTED"),
      time("ENDED")),
  /** Models that jobs have left. */
  MODELS(
      text("GRAPH"),
      text("JOB"),
      text("OWNER"),
      number("GRAPH_VERSION"),
      number("BYTES"),
      time("CREATED")),
  /** Server nodes. */
  NODES(
      text("NODE"),
      truth("STORES"),
      truth("TRAINS"),
      whole("PROCESSORS"),
      text("UNAVAILABLE"),
      text("VERSION"),
      whole("JOBS"),
      whole("TRAINERS"),
      whole("LOADS"),
      number("BUDGET_BYTES"),
      number("USED_BYTES")),
  /** Results that jobs have left. */
  RESULTS(
      text("GRAPH"),
      text("JOB"),
      text("OWNER"),
      text("NAME"),
      text("CACHE"),
      number("GRAPH_VERSION"),
      number("ENTRIES"),
      time("CREATED"));

  private final List<Column> columns;

  ListingTable(Column... columns) {
    this.columns = List.of(columns);
  }

  /** A column. */
  record Column(String name, Class<?> type) {}

  private static Column text(String name) {
    return new Column(name, String.class);
  }

  private static Column number(String name) {
    return new Column(name, Long.class);
  }

  private static Column whole(String name) {
    return new Column(name, Integer.class);
  }

  private static Column real(String name) {
    return new Column(name, Double.class);
  }

  private static Column truth(String name) {
    return new Column(name, Boolean.class);
  }

  private static Column time(String name) {
    return new Column(name, Timestamp.class);
  }

  /** The columns in their order. */
  List<Column> columns() {
    return columns;
  }

  /** Type of the values of its rows. */
  String type() {
    return "graphember." + name();
  }

  /** What a query engine is told of all tables; without one it has no effect. */
  public static List<QueryEntity> entities() {
    return Arrays.stream(values()).map(ListingTable::entity).toList();
  }

  private QueryEntity entity() {
    final QueryEntity entity =
        new QueryEntity(String.class.getName(), type())
            .setTableName(name())
            .setFields(new LinkedHashMap<>());
    columns.forEach(column -> entity.addQueryField(column.name(), column.type().getName(), null));
    return entity;
  }
}
