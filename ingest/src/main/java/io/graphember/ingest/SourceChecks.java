// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

import io.graphember.config.CrossChecked.Complaints;
import io.graphember.config.NearestName;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The rules that join several settings of a source. */
final class SourceChecks {
  private final SourceSettings settings;
  private final SourceFormat format;
  private final Complaints complaints;

  SourceChecks(SourceSettings settings, Complaints complaints) {
    this.settings = settings;
    this.format = settings.format();
    this.complaints = complaints;
  }

  void run() {
    if (format == SourceFormat.BLOCK_MODEL || format == SourceFormat.IGNITE) {
      foreign("data", settings.data(), "is not used with format: " + name());
    } else if (settings.data() == null) {
      complaints.add("data", "is needed with format: " + name());
    }
    goesWith(format == SourceFormat.OGB, "splitName", settings.splitName(), "ogb");
    classNames();
    goesWith(format.columns(), "vertices", settings.vertices(), "csv, parquet or ignite");
    goesWith(
        format.columns() || format == SourceFormat.SNAP,
        "edges",
        settings.edges(),
        "csv, parquet, snap or ignite");
    goesWith(
        format.columns(), "vertexTypes", list(settings.vertexTypes()), "csv, parquet or ignite");
    goesWith(format.columns(), "edgeTypes", list(settings.edgeTypes()), "csv, parquet or ignite");
    goesWith(
        format != SourceFormat.OGB
            && format != SourceFormat.BLOCK_MODEL
            && format != SourceFormat.IGNITE,
        "split",
        settings.split(),
        "csv, parquet, snap, npy or npz");
    goesWith(
        format == SourceFormat.CSV,
        "encoding",
        settings.encoding() == Encoding.UTF_8 ? null : settings.encoding(),
        "csv");
    goesWith(format == SourceFormat.NPY, "arrays", settings.arrays(), "npy");
    goesWith(format == SourceFormat.NPZ, "archive", settings.archive(), "npz");
    keys();
    if (format.columns() && settings.typed()) {
      types();
    } else {
      files();
    }
    if (format.columns() || format == SourceFormat.SNAP) {
      dialects();
    }
  }

  private void classNames() {
    goesWith(
        format == SourceFormat.NPY || format == SourceFormat.NPZ,
        "classNames",
        list(settings.classNames()),
        "npy or npz");
    if (new HashSet<>(settings.classNames()).size() < settings.classNames().size()) {
      complaints.add("classNames", "must be distinct: a name stands for one class");
    }
  }

  private String name() {
    return format.text();
  }

  private static Object list(List<?> values) {
    return values.isEmpty() ? null : values;
  }

  private void goesWith(boolean good, String setting, Object value, String formats) {
    if (!good) {
      foreign(setting, value, "goes with format: " + formats + " only");
    }
  }

  private void foreign(String setting, Object value, String rule) {
    if (value != null) {
      complaints.add(setting, rule);
    }
  }

  private void keys() {
    if (format.integerKeys() && settings.keyKind() != KeyKind.INT64) {
      complaints.add(
          "keys",
          "must be int64 with format: "
              + name()
              + (format == SourceFormat.SNAP
                  ? "; format: csv reads text"
                  : ", whose keys are row numbers"));
    }
    if (format == SourceFormat.BLOCK_MODEL && settings.keyKind() != KeyKind.STRING) {
      complaints.add("keys", "must be string with format: block-model");
    }
  }

  /** What a graph with one vertex type and one edge type needs. */
  private void files() {
    if ((format.columns() || format == SourceFormat.SNAP) && settings.edges() == null) {
      complaints.add(
          format == SourceFormat.IGNITE ? "edges.query" : "edges.file",
          "is needed with format: " + name());
    }
    if (format == SourceFormat.NPY && settings.arrays() == null) {
      complaints.add("arrays.edges", "is needed with format: npy");
    }
    if (format == SourceFormat.NPZ && settings.archive() == null) {
      complaints.add("archive.file", "is needed with format: npz");
    }
    if (settings.split() != null
        && settings.vertices() != null
        && settings.vertices().split() != null) {
      complaints.add("split", "and vertices.split both say the splits; leave one out");
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
      distinct(vertexNames, "vertexTypes[" + i + "].name", settings.vertexTypes().get(i).name());
    }
    Set<String> edgeNames = new HashSet<>();
    for (int i = 0; i < settings.edgeTypes().size(); i++) {
      EdgeTypeSettings type = settings.edgeTypes().get(i);
      distinct(edgeNames, "edgeTypes[" + i + "].name", type.name());
      known(vertexNames, "edgeTypes[" + i + "].from", type.from());
      known(vertexNames, "edgeTypes[" + i + "].to", type.to());
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

  private void dialects() {
    if (settings.vertices() != null) {
      vertices("vertices", settings.vertices());
    }
    for (int i = 0; i < settings.vertexTypes().size(); i++) {
      if (settings.vertexTypes().get(i).vertices() != null) {
        vertices("vertexTypes[" + i + "]", settings.vertexTypes().get(i).vertices());
      }
    }
    if (settings.edges() != null) {
      edges("edges", settings.edges());
    }
    for (int i = 0; i < settings.edgeTypes().size(); i++) {
      edges("edgeTypes[" + i + "]", settings.edgeTypes().get(i).edges());
    }
  }

  private void vertices(String section, SourceSettings.Vertices file) {
    table(section, file.file(), file.query(), file.cache());
    dialect(section, file.file(), file.delimiter(), file.comment());
    if (file.labelSeparator() != null) {
      if (file.label() == null) {
        complaints.add(section + ".labelSeparator", "needs label, the column of the classes");
      }
      foreign(
          section + ".targets",
          list(file.targets()),
          "and labelSeparator both say what is predicted; leave one out");
    }
  }

  /** A table is in a file, or behind a query or in a cache. */
  private void table(String section, String file, String query, String cache) {
    if (format == SourceFormat.IGNITE) {
      foreign(section + ".file", file, "is not used with format: ignite");
      if (query == null && cache == null) {
        complaints.add(section + ".query", "or cache is needed with format: ignite");
      } else if (query != null) {
        foreign(section + ".cache", cache, "and query both say what is read; leave one out");
      }
    } else {
      foreign(section + ".query", query, "goes with format: ignite only");
      foreign(section + ".cache", cache, "goes with format: ignite only");
      if (file == null) {
        complaints.add(section + ".file", "is needed with format: " + name());
      }
    }
  }

  private void edges(String section, SourceSettings.Edges file) {
    if (format == SourceFormat.SNAP) {
      foreign(section + ".weight", file.weight(), "goes with format: csv, parquet or ignite only");
      foreign(section + ".time", file.time(), "goes with format: csv, parquet or ignite only");
      foreign(section + ".label", file.label(), "goes with format: csv, parquet or ignite only");
      foreign(
          section + ".features",
          list(file.features()),
          "goes with format: csv, parquet or ignite only");
    }
    table(section, file.file(), file.query(), file.cache());
    dialect(section, file.file(), file.delimiter(), file.comment());
  }

  private void dialect(String section, String file, String delimiter, String comment) {
    if (format != SourceFormat.CSV) {
      foreign(section + ".delimiter", delimiter, "goes with format: csv only");
      foreign(section + ".comment", comment, "goes with format: csv only");
      return;
    }
    CsvDialect dialect =
        CsvDialect.of(file == null ? "" : file, delimiter, comment, settings.encoding());
    if (dialect.delimiter() == dialect.comment()) {
      complaints.add(section + ".comment", "must not be the delimiter");
    }
  }
}
