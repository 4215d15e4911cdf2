// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.table;

import io.graphember.config.NearestName;
import io.graphember.schema.GraphHeader;
import io.graphember.spi.setting.CrossChecked.Complaints;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rules that join several settings of a source of tables. */
final class TableChecks {
  private final TableSettings<?> settings;
  private final Complaints complaints;

  TableChecks(TableSettings<?> settings, Complaints complaints) {
    this.settings = settings;
    this.complaints = complaints;
  }

  void run() {
    if (settings.typed()) {
      types();
    } else {
      tables();
    }
  }

  /** What a graph with one vertex type and one edge type needs. */
  private void tables() {
    if (settings.edges() == null) {
      complaints.add("edges", "is needed, or edgeTypes");
    } else {
      given("edges", settings.edges().place());
    }
    if (settings.vertices() != null) {
      given("vertices", settings.vertices().place());
      if (settings.split() != null && settings.vertices().columns().split() != null) {
        complaints.add("split", "and vertices.split both say the splits; leave one out");
      }
    }
  }

  /** What a graph with several types needs. */
  private void types() {
    foreign("vertices", settings.vertices(), "does not go with vertexTypes; name the type there");
    foreign("edges", settings.edges(), "does not go with edgeTypes; name the type there");
    foreign("split", settings.split(), "does not go with vertexTypes, which have a column split");
    if (settings.vertexTypes().isEmpty()) {
      complaints.add("vertexTypes", "is needed with edgeTypes");
    }
    if (settings.edgeTypes().isEmpty()) {
      complaints.add("edgeTypes", "is needed with vertexTypes");
    }
    count("vertexTypes", settings.vertexTypes().size(), GraphHeader.MAX_VERTEX_TYPES);
    count("edgeTypes", settings.edgeTypes().size(), GraphHeader.MAX_EDGE_TYPES);
    Set<String> vertexNames = new HashSet<>();
    for (int i = 0; i < settings.vertexTypes().size(); i++) {
      final String name = settings.vertexTypes().get(i).type().name();
      distinct(vertexNames, "vertexTypes[" + i + "].name", name);
    }
    Set<String> edgeNames = new HashSet<>();
    for (int i = 0; i < settings.edgeTypes().size(); i++) {
      final String at = "edgeTypes[" + i + "]";
      EdgeTypeName type = settings.edgeTypes().get(i).type();
      distinct(edgeNames, at + ".name", type.name());
      known(vertexNames, at + ".from", type.from());
      known(vertexNames, at + ".to", type.to());
      given(at, settings.edgeTypes().get(i).place());
    }
  }

  private void given(String table, TablePlace place) {
    if (!place.given()) {
      complaints.add(table + "." + place.setting(), "is needed");
    }
  }

  private void foreign(String setting, @Nullable Object value, String rule) {
    if (value != null) {
      complaints.add(setting, rule);
    }
  }

  private void count(String setting, int count, int most) {
    if (count > most) {
      complaints.add(setting, "has " + count + " types; a graph has up to " + most);
    }
  }

  private void distinct(Set<String> names, String setting, String name) {
    if (!names.add(name)) {
      complaints.add(setting, name + " is the name of two types");
    }
  }

  private void known(Set<String> names, String setting, String name) {
    if (!names.contains(name)) {
      complaints.add(
          setting,
          name
              + " is no vertex type"
              + NearestName.of(name, names).map(n -> "; did you mean " + n + "?").orElse(""));
    }
  }
}
