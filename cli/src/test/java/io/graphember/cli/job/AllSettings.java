// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.job;

import io.graphember.config.SettingsReference;
import io.graphember.config.SettingsReference.Entry;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Writes the job file that explains every setting. */
final class AllSettings {
  private static final int WIDTH = 110;

  private static final String HEAD =
      """
      # Every setting of a job file. A setting that stands here with its default may be left out; one right behind
      # a '#' is left out of this job and shows its default or an example.
      # `graphember run JOB.yaml --set training.epochs=50` changes a setting without changing the file.
      """;

  /** Values of settings that have no default. */
  private static final Map<String, String> EXAMPLES =
      Map.ofEntries(
          Map.entry("name", "papers-sage"),
          Map.entry("backend", "djl"),
          Map.entry("publish.index", "cosine"),
          Map.entry("source.type", "csv"),
          Map.entry("source.data", "data/papers"),
          Map.entry("source.keys", "string"),
          Map.entry("source.splitName", "public"),
          Map.entry("source.vertices.file", "papers.csv.gz"),
          Map.entry("source.vertices.delimiter", "tab"),
          Map.entry("source.vertices.comment", "'#'"),
          Map.entry("source.vertices.label", "topic"),
          Map.entry("source.vertices.labelSeparator", "'|'"),
          Map.entry("source.vertices.split", "split"),
          Map.entry("source.vertices.time", "labelled_at"),
          Map.entry("source.vertices.cluster", "venue"),
          Map.entry("source.edges.file", "citations.tsv"),
          Map.entry("source.edges.delimiter", "tab"),
          Map.entry("source.edges.comment", "'#'"),
          Map.entry("source.edges.weight", "relevance"),
          Map.entry("source.edges.time", "year"),
          Map.entry("source.edges.label", "kind"),
          Map.entry("source.edges.target", "stars"),
          Map.entry("source.vertices.multiHot[].column", "topics"),
          Map.entry("source.vertices.hash[].column", "title"),
          Map.entry("source.vertices.hash[].width", "256"),
          Map.entry("source.vertices.indices[].column", "words"),
          Map.entry("source.vertices.indices[].width", "1433"),
          Map.entry("source.vertexTypes[].multiHot[].column", "topics"),
          Map.entry("source.vertexTypes[].hash[].column", "title"),
          Map.entry("source.vertexTypes[].hash[].width", "256"),
          Map.entry("source.vertexTypes[].indices[].column", "words"),
          Map.entry("source.vertexTypes[].indices[].width", "1433"),
          Map.entry("source.vertexTypes[].name", "paper"),
          Map.entry("source.vertexTypes[].keys", "string"),
          Map.entry("source.vertexTypes[].file", "papers.csv.gz"),
          Map.entry("source.vertexTypes[].delimiter", "tab"),
          Map.entry("source.vertexTypes[].comment", "'#'"),
          Map.entry("source.vertexTypes[].label", "topic"),
          Map.entry("source.vertexTypes[].labelSeparator", "'|'"),
          Map.entry("source.vertexTypes[].split", "split"),
          Map.entry("source.vertexTypes[].time", "labelled_at"),
          Map.entry("source.vertexTypes[].cluster", "venue"),
          Map.entry("source.edgeTypes[].name", "cites"),
          Map.entry("source.edgeTypes[].from", "paper"),
          Map.entry("source.edgeTypes[].to", "paper"),
          Map.entry("source.edgeTypes[].file", "citations.tsv"),
          Map.entry("source.edgeTypes[].delimiter", "tab"),
          Map.entry("source.edgeTypes[].comment", "'#'"),
          Map.entry("source.edgeTypes[].weight", "relevance"),
          Map.entry("source.edgeTypes[].time", "year"),
          Map.entry("source.edgeTypes[].label", "kind"),
          Map.entry("source.edgeTypes[].target", "stars"),
          Map.entry("source.vertices.query", "SELECT id, topic, year FROM Paper"),
          Map.entry("source.vertices.cache", "Paper"),
          Map.entry("source.vertices.table", "Paper"),
          Map.entry("source.vertexTypes[].query", "SELECT id, topic, year FROM Paper"),
          Map.entry("source.vertexTypes[].cache", "Paper"),
          Map.entry("source.vertexTypes[].table", "Paper"),
          Map.entry("source.edges.query", "SELECT citing, cited FROM Citation"),
          Map.entry("source.edges.cache", "Citation"),
          Map.entry("source.edges.table", "Citation"),
          Map.entry("source.edgeTypes[].query", "SELECT citing, cited FROM Citation"),
          Map.entry("source.edgeTypes[].cache", "Citation"),
          Map.entry("source.edgeTypes[].table", "Citation"),
          Map.entry("source.edges", "edge_index.npy"),
          Map.entry("source.weights", "w.npy"),
          Map.entry("source.times", "t.npy"),
          Map.entry("source.edgeFeatures", "edge_x.npy"),
          Map.entry("source.edgeTargets", "stars.npy"),
          Map.entry("source.features", "x.npy"),
          Map.entry("source.labels", "y.npy"),
          Map.entry("source.targets", "prices.npy"),
          Map.entry("source.vertices", "2708"),
          Map.entry("source.file", "papers.npz"),
          Map.entry("source.split.train", "train.csv"),
          Map.entry("source.split.valid", "valid.csv"),
          Map.entry("source.split.test", "test.csv"),
          Map.entry("source.train", "train.txt.gz"),
          Map.entry("source.valid", "valid.txt.gz"),
          Map.entry("source.test", "test.txt.gz"),
          Map.entry("source.delimiter", "tab"),
          Map.entry("source.comment", "'#'"),
          Map.entry("graph.name", "papers"),
          Map.entry("graph.version", "1"),
          Map.entry("graph.retention.results", "10"),
          Map.entry("graph.retention.days", "30"),
          Map.entry("model.from", "papers-sage-last-week"),
          Map.entry("update.onlyBelow", "0.8"),
          Map.entry("retrain.drop", "0.02"),
          Map.entry("inference.model", "papers-sage"),
          Map.entry("inference.slices", "papers-slices"),
          Map.entry("inference.edgeFile", "pairs.csv"),
          Map.entry("inference.edgeType", "cites"),
          Map.entry("task.edgeType", "cites"),
          Map.entry("embedding.from", "papers-walks-last-week"),
          Map.entry("completion.queries", "queries.csv"),
          Map.entry("embedding.function", "my-scoring"),
          Map.entry("embedding.evaluation.labels", "groups.csv"),
          Map.entry("task.evaluation.labels", "groups.csv"),
          Map.entry("sampling.edgeTypes[].name", "cites"),
          Map.entry("sampling.edgeTypes[].fanouts", "[10, 5]"),
          Map.entry("sampling.before", "1700000000"),
          Map.entry("sampling.window", "86400"),
          Map.entry("task.vertexType", "paper"),
          Map.entry("task.split.train", "0.6"),
          Map.entry("task.split.valid", "0.2"),
          Map.entry("task.split.test", "0.2"));

  /** What the example job does not say. */
  private static final List<String> ABSENT =
      List.of(
          "backend",
          "source.keys",
          "source.vertices.query",
          "source.vertices.cache",
          "source.vertices.table",
          "source.vertices.delimiter",
          "source.vertices.comment",
          "source.vertices.label",
          "source.vertices.labelSeparator",
          "source.vertices.split",
          "source.vertices.time",
          "source.vertices.cluster",
          "source.vertices.multiHot",
          "source.vertices.hash",
          "source.vertices.indices",
          "source.edges.query",
          "source.edges.cache",
          "source.edges.table",
          "source.edges.delimiter",
          "source.edges.comment",
          "source.edges.weight",
          "source.edges.time",
          "source.edges.label",
          "source.edges.target",
          "source.vertexTypes",
          "source.edgeTypes",
          "source.split",
          "graph.version",
          "graph.retention",
          "model.from",
          "task.vertexType",
          "sampling.edgeTypes",
          "sampling.before",
          "sampling.window",
          "task.split",
          "update",
          "retrain");

  private AllSettings() {}

  static String text(SettingsReference reference) {
    StringBuilder text = new StringBuilder(HEAD);
    Set<String> absent = new HashSet<>(ABSENT);
    for (Entry entry : reference.entries()) {
      final boolean other = goesWithOthers(reference, entry);
      if (other && entry.section()) {
        absent.add(entry.path());
      }
      append(text, entry, other || isIn(absent, entry.path()));
    }
    return text.toString();
  }

  private static boolean isIn(Set<String> sections, String path) {
    return sections.stream()
        .anyMatch(
            section ->
                path.equals(section)
                    || path.startsWith(section + ".")
                    || path.startsWith(section + "[]."));
  }

  /** True if a setting goes with other tags than those of the example job. */
  private static boolean goesWithOthers(SettingsReference reference, Entry entry) {
    return Stream.of(entry.goesWith().split("; "))
        .filter(tags -> !tags.isEmpty())
        .map(tags -> tags.split(": "))
        .anyMatch(
            tag -> !List.of(tag[1].split(", ")).contains(chosen(reference, entry.path(), tag[0])));
  }

  /** The value of a tag, in the section of a setting or in one around it. */
  private static String chosen(SettingsReference reference, String path, String tag) {
    for (int end = path.lastIndexOf('.'); ; end = path.lastIndexOf('.', end - 1)) {
      String of = path.substring(0, end + 1) + tag;
      Optional<Entry> found =
          reference.entries().stream().filter(other -> other.path().equals(of)).findFirst();
      if (found.isPresent()) {
        return EXAMPLES.getOrDefault(of, found.get().byDefault().orElse(""));
      }
    }
  }

  private static void append(StringBuilder text, Entry entry, boolean absent) {
    String path = entry.path();
    int depth = (int) path.chars().filter(c -> c == '.').count();
    boolean inList = path.contains("[].");
    boolean first = inList && path.endsWith(".name");
    String margin = "  ".repeat(inList ? depth + 1 : depth);
    if (depth == 0 || entry.section()) {
      text.append('\n');
    }
    comment(text, margin + "# ", explanation(entry));
    text.append(first ? margin.substring(2) : margin)
        .append(absent ? "#" : "")
        .append(first ? "- " : "")
        .append(entry.name())
        .append(':')
        .append(value(entry))
        .append('\n');
  }

  private static String value(Entry entry) {
    if (entry.section() || entry.type().equals("list of section")) {
      return "";
    }
    return " "
        + Optional.ofNullable(EXAMPLES.get(entry.path()))
            .or(entry::byDefault)
            .orElseThrow(
                () -> new AssertionError(entry.path() + " has no default: give an example here"));
  }

  private static String explanation(Entry entry) {
    String with = entry.goesWith().isEmpty() ? "" : "With " + entry.goesWith() + ": ";
    if (entry.section()) {
      return with + entry.description();
    }
    String rule = entry.rule().isEmpty() ? "" : "; " + entry.rule();
    String need = entry.required() ? "; required" : "";
    return "%s%s [%s%s%s]".formatted(with, entry.description(), entry.type(), rule, need);
  }

  private static void comment(StringBuilder text, String margin, String words) {
    StringBuilder line = new StringBuilder(margin.stripTrailing());
    for (String word : words.split(" ")) {
      if (line.length() + 1 + word.length() > WIDTH) {
        text.append(line).append('\n');
        line = new StringBuilder(margin.stripTrailing());
      }
      line.append(' ').append(word);
    }
    text.append(line).append('\n');
  }
}
