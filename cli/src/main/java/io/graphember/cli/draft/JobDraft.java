// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.draft;

import io.graphember.formats.csv.ColumnPreview;
import io.graphember.formats.csv.CsvPreview;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;

/**
 * A job file with comments, for tables as they look: it trains a model where vertices have a label,
 * else it learns embeddings. Immutable.
 *
 * @param name of the job and its graph
 * @param folder of the files, as the job file names it
 * @param file where the draft is written to, for its comment
 * @param vertices the table of vertices; empty if vertices come from the edges alone
 * @param edges the table of edges
 */
record JobDraft(String name, String folder, String file, Optional<Vertices> vertices, Edges edges) {
  private static final int MOST_NAMES = 20;
  private static final int MOST_CLASSES = 10;
  private static final String PLAIN = "[A-Za-z_][A-Za-z0-9_./-]*";
  private static final List<String> RESERVED =
      List.of("y", "n", "yes", "no", "on", "off", "true", "false", "null");

  /** A table of vertices with what its columns are for. */
  record Vertices(String file, CsvPreview table, VertexRoles roles) {}

  /** A table of edges with what its columns are for. */
  record Edges(String file, CsvPreview table, EdgeRoles roles) {}

  /** The text of the file. */
  String text() {
    final List<String> lines = new ArrayList<>();
    head(lines);
    source(lines);
    lines.add("");
    lines.add("graph:");
    lines.add("  name: " + name);
    lines.add(commented("  symmetrize: true", "edges count in both directions"));
    lines.add("  dropSelfLoops: true");
    lines.add("  dropDuplicates: true");
    lines.add("");
    if (vertices.flatMap(table -> table.roles.label()).isPresent()) {
      train(lines, vertices.get());
    } else {
      embed(lines);
    }
    return String.join("\n", lines) + "\n";
  }

  private void head(List<String> lines) {
    lines.add("# Written by 'graphember init'; run it by");
    lines.add("#");
    lines.add("#   graphember run " + file);
    lines.add("#");
    lines.add("# examples/jobs/all-settings.yaml has every setting with its default.");
    lines.add("name: " + name);
    lines.add("");
  }

  private void source(List<String> lines) {
    lines.add("source:");
    lines.add("  type: csv");
    lines.add(commented("  data: " + quoted(folder), "folder of the files, seen from here"));
    lines.add(
        commented(
            "  keys: " + VertexRoles.kindOfKeys(keys()), "what keys are: int64, string or uuid"));
    vertices.ifPresent(table -> vertices(lines, table));
    lines.add("  edges:");
    place(lines, edges.file, edges.table);
    lines.add("    source: " + quoted(edges.roles.source().name()));
    lines.add("    destination: " + quoted(edges.roles.destination().name()));
    edges
        .roles
        .weight()
        .ifPresent(
            column ->
                lines.add(
                    commented(
                        "    # weight: " + quoted(column),
                        "neighbours are drawn by it, with sampling.weighted")));
    edges
        .roles
        .time()
        .ifPresent(
            column ->
                lines.add(
                    commented(
                        "    # time: " + quoted(column),
                        "only earlier edges count, with sampling.before")));
  }

  private ColumnPreview.Kind keys() {
    final TreeSet<ColumnPreview.Kind> kinds = new TreeSet<>();
    vertices.ifPresent(table -> kinds.add(table.roles.keyKind()));
    kinds.add(edges.roles.source().kind());
    kinds.add(edges.roles.destination().kind());
    kinds.remove(ColumnPreview.Kind.EMPTY);
    return kinds.size() == 1 ? kinds.first() : ColumnPreview.Kind.TEXT;
  }

  private static void place(List<String> lines, String file, CsvPreview table) {
    lines.add("    file: " + quoted(file));
    table.delimiter().ifPresent(delimiter -> lines.add("    delimiter: " + quoted(delimiter)));
    if (!table.header()) {
      lines.add(commented("    header: false", "columns go by their numbers"));
    }
  }

  private static void vertices(List<String> lines, Vertices table) {
    final VertexRoles roles = table.roles;
    if (!roles.features().isEmpty()) {
      lines.add(
          commented("  normalize: standardize", "columns of numbers get mean 0 and deviation 1"));
    }
    lines.add("  vertices:");
    place(lines, table.file, table.table);
    lines.add("    key: " + quoted(roles.key()));
    roles.label().ifPresent(label -> label(lines, roles, label));
    roles.split().ifPresent(split -> lines.add("    split: " + quoted(split)));
    if (!roles.features().isEmpty()) {
      lines.add("    features: " + columns(table.table, roles.features()));
    }
    if (roles.missing()) {
      lines.add(commented("    missing: mean", "of the column, where a feature is missing"));
    }
    if (!roles.categories().isEmpty()) {
      lines.add("    oneHot: " + columns(table.table, roles.categories()));
    }
    if (!roles.others().isEmpty()) {
      lines.add(
          "    # left out: %s; hash: {columns: [...], width: 256} counts the words of texts"
              .formatted(columns(table.table, roles.others())));
    }
  }

  private static void label(List<String> lines, VertexRoles roles, ColumnPreview label) {
    if (roles.isRegression()) {
      lines.add(
          commented("    targets: " + "[" + quoted(label.name()) + "]", "numbers to be predicted"));
      return;
    }
    final List<String> classes = label.values().stream().sorted().toList();
    final int shown = Math.min(MOST_CLASSES, classes.size());
    lines.add(
        commented(
            "    label: " + quoted(label.name()),
            "classes: "
                + String.join(", ", classes.subList(0, shown)).replaceAll("\\s+", " ")
                + (shown < classes.size() || label.many() ? ", ..." : "")));
  }

  private static void train(List<String> lines, Vertices table) {
    lines.add("model:");
    lines.add(commented("  type: graphsage", "or gcn, gat, gin and others: docs/user/models.md"));
    lines.add("  layers: 2");
    lines.add("  hidden: 64");
    if (!table.roles.hasFeatures()) {
      lines.add(commented("  learnableDim: 64", "floats of a vertex, which has no features"));
    }
    lines.add("");
    if (table.roles.isRegression() || table.roles.split().isEmpty()) {
      lines.add("task:");
      if (table.roles.isRegression()) {
        lines.add("  type: regression");
      }
      if (table.roles.split().isEmpty()) {
        lines.add(
            commented(
                "  split: {train: 0.6, valid: 0.2, test: 0.2}", "drawn, as the files have none"));
      }
      lines.add("");
    }
    lines.add("training:");
    lines.add("  epochs: 50");
    lines.add(
        "  patience: 10               # ends after so many epochs without a better validation");
    lines.add("  batchSize: 1024");
    lines.add(commented("  fanouts: [15, 10]", "neighbours that are drawn, hop by hop"));
    lines.add("  learningRate: 0.01");
  }

  private static void embed(List<String> lines) {
    lines.add(
        "# Without a label there is nothing to predict: embeddings say which vertices are near.");
    lines.add("job: embed");
    lines.add("embedding:");
    lines.add("  type: deepwalk");
    lines.add("  dim: 64");
    lines.add(commented("  epochs: 10", "walks from every vertex"));
    lines.add("  walkLength: 40");
  }

  /** A list of columns by their names, or by ranges of their numbers if they are many. */
  private static String columns(CsvPreview table, List<String> names) {
    if (names.size() <= MOST_NAMES) {
      return "[" + String.join(", ", names.stream().map(JobDraft::quoted).toList()) + "]";
    }
    final List<String> ranges = new ArrayList<>();
    final List<ColumnPreview> all = table.columns();
    for (int first = 0; first < all.size(); first++) {
      int end = first;
      while (end < all.size() && names.contains(all.get(end).name())) {
        end++;
      }
      if (end > first) {
        ranges.add(end == first + 1 ? "" + end : (first + 1) + ".." + end);
        first = end;
      }
    }
    return "[" + String.join(", ", ranges) + "]";
  }

  /** A setting with what it means behind it. */
  private static String commented(String setting, String comment) {
    return "%-28s # %s".formatted(setting, comment);
  }

  /** A text as YAML has it. */
  private static String quoted(String text) {
    return text.matches(PLAIN) && !RESERVED.contains(text.toLowerCase(Locale.ROOT))
        ? text
        : "'" + text.replace("'", "''") + "'";
  }
}
