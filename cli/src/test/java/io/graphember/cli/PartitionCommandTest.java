// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.graphember.spi.CounterRandom;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command {@code partition}, from files to files. */
class PartitionCommandTest {
  private final TestConsole console = new TestConsole();

  @TempDir Path folder;
  private Path edges;
  private final Set<String> simple = new TreeSet<>();

  /** Every edge in both directions, and loops. */
  @BeforeEach
  void writeEdges() throws IOException {
    StringBuilder text = new StringBuilder("# a comment\n");
    for (int e = 0; e < 3000; e++) {
      int u = CounterRandom.bounded(CounterRandom.bits(1, e), 40) * 7;
      int w = CounterRandom.bounded(CounterRandom.bits(2, e), 400) * 7;
      text.append(u).append('\t').append(w).append('\n');
      text.append(w).append('\t').append(u).append('\n');
      if (u != w) {
        simple.add(Math.min(u, w) + "-" + Math.max(u, w));
      }
    }
    edges = Files.writeString(folder.resolve("edges.txt"), text);
  }

  private int run(String... options) {
    List<String> arguments = new ArrayList<>(List.of("partition", "--edges", edges.toString()));
    arguments.addAll(List.of(options));
    return console.run(arguments.toArray(String[]::new));
  }

  private JsonNode cut(String... options) throws IOException {
    Path json = folder.resolve("cut.json");
    List<String> all = new ArrayList<>(List.of(options));
    all.addAll(List.of("--json", json.toString()));
    assertThat(run(all.toArray(String[]::new))).as(console.err()).isZero();
    return new ObjectMapper().readTree(Files.readString(json));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "adadne",
        "dne",
        "multilevel",
        "louvain",
        "hdrf",
        "2ps",
        "fennel",
        "hash-1d",
        "hash-2d",
        "auto"
      })
  void everyPartitionerCuts(String partitioner) throws IOException {
    JsonNode report = cut("--partitioner", partitioner, "--partitions", "4");
    assertThat(report.at("/edges").asInt()).isEqualTo(simple.size());
    assertThat(report.at("/replicationFactor").asDouble()).isBetween(1.0, 4.0);
    assertThat(report.at("/vertexBalance").asDouble()).isGreaterThanOrEqualTo(1);
    assertThat(report.at("/edgeBalance").asDouble()).isGreaterThanOrEqualTo(1);
    assertThat(report.at("/interiorShare").asDouble()).isBetween(0.0, 1.0);
    assertThat(report.at("/remoteShare").asDouble()).isBetween(0.0, 1.0);
    assertThat(report.at("/peakBytesPerEdge").asDouble()).isPositive();
    assertThat(report.at("/seconds/total").asDouble()).isPositive();
    assertThat(report.at("/seconds/read").asDouble()).isPositive();
    assertThat(report.at("/parts")).hasSize(4);
    assertThat(console.out())
        .containsSubsequence(
            "Graph ", "Partitions  4 by " + partitioner, "replication factor", "Interior", "Try");
  }

  /** Half of all ends are at 40 of 400 vertices, a twentieth at the hundredth with most. */
  @Test
  void saysWhatWasChosenAndWhy() throws IOException {
    JsonNode report = cut("--partitioner", "auto", "--partitions", "4");
    assertThat(report.at("/partitioner").asText()).isEqualTo("auto");
    assertThat(report.at("/chosen").asText()).isEqualTo("multilevel");
    assertThat(report.at("/reason").asText())
        .endsWith("of the edges end at 1 % of the vertices, so few edges have to be cut");
    assertThat(console.out())
        .containsSubsequence("Partitions  4 by auto", "multilevel, since ", "replication factor");
    JsonNode clusters =
        cut("--partitioner", "auto", "--partitions", "4", "--set", "strategy=cluster-batch");
    assertThat(clusters.at("/chosen").asText()).isEqualTo("louvain");
    JsonNode louvain = cut("--partitioner", "louvain", "--partitions", "4");
    assertThat(clusters.at("/parts")).isEqualTo(louvain.at("/parts"));
    assertThat(louvain.at("/modularity").asDouble()).isBetween(0.0, 1.0);
    assertThat(run("--compare", "auto,hdrf")).isZero();
    assertThat(console.out()).contains("auto: multilevel");
  }

  @Test
  void refusesBlocksWithoutASplit() {
    assertThat(run("--partitioner", "blocks", "--partitions", "4")).isEqualTo(2);
    assertThat(console.err()).contains("error SPLIT_MISSING: graph.partitioner = blocks:");
  }

  @Test
  void comparesPartitionersInTheOrderInWhichTheyAreNamed() throws IOException {
    Path page = folder.resolve("cuts.html");
    JsonNode report =
        cut(
            "--partitions",
            "4",
            "--compare",
            "hash-2d,hdrf lambda=3 variant=hdrf,adadne",
            "--html",
            page.toString());
    assertThat(report.at("/compared")).hasSize(3);
    assertThat(report.at("/compared/0/partitioner").asText()).isEqualTo("hash-2d");
    assertThat(report.at("/compared/1/options/lambda").asText()).isEqualTo("3");
    JsonNode alone = cut("--partitions", "4", "--partitioner", "adadne");
    for (String figure : List.of("replicationFactor", "vertexBalance", "remoteShare", "parts")) {
      assertThat(report.at("/compared/2/" + figure)).isEqualTo(alone.at("/" + figure));
    }
    assertThat(console.out())
        .containsSubsequence(
            "partitioner", "replicas", "remote", "hash-2d", "hdrf lambda=3 variant=hdrf", "adadne");
    assertThat(page)
        .content()
        .contains("<title>Cuts of edges.txt</title>", "\"partitioner\":\"hash-2d\"");
  }

  @Test
  void refusesAComparisonThatMakesNoSense() {
    assertThat(run("--compare", "adadne,hdrf lambda")).isEqualTo(2);
    assertThat(console.err())
        .contains("--compare = 'hdrf lambda': must be NAME, or NAME OPTION=VALUE.");
    assertThat(run("--compare", "adadne,metis")).isEqualTo(2);
    assertThat(console.err()).contains("graph.partitioner = metis: no such partitioner");
    assertThat(run("--compare", "adadne", "--set", "tail=0")).isEqualTo(2);
    assertThat(console.err())
        .contains("--compare goes without --partitioner, --set and --graph-out.");
    assertThat(run("--html", folder.resolve("cut.html").toString())).isEqualTo(2);
    assertThat(console.err()).contains("--html goes with --compare.");
  }

  @Test
  void writesEveryEdgeOnceAndReadsItBack() throws IOException {
    Path out = folder.resolve("cut");
    JsonNode report = cut("--partitions", "5", "--graph-out", out.toString());
    List<String> lines = Files.readAllLines(out.resolve("edges.csv"));
    assertThat(lines.get(0)).isEqualTo("source,destination,partition");
    Set<String> written = new TreeSet<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",");
      int u = Integer.parseInt(cells[0]);
      int w = Integer.parseInt(cells[1]);
      assertThat(written.add(Math.min(u, w) + "-" + Math.max(u, w))).isTrue();
      assertThat(Integer.parseInt(cells[2])).isBetween(0, 4);
    }
    assertThat(written).isEqualTo(simple);
    assertThat(Files.readAllLines(out.resolve("partitions.csv"))).hasSize(6);

    JsonNode again =
        cut(
            "--partitions",
            "5",
            "--partitioner",
            "file",
            "--set",
            "edges=" + out.resolve("edges.csv"));
    for (String same : List.of("replicationFactor", "vertexBalance", "edgeBalance")) {
      assertThat(again.get(same)).isEqualTo(report.get(same));
    }
  }

  /** A cut of vertices: masters are where the file says, the halo is mirrored. */
  @Test
  void readsACutOfVertices() throws IOException {
    edges = Files.writeString(folder.resolve("few.csv"), "a,b\nb,c\nc,d\n\"x,y\",d\n");
    Path parts =
        Files.writeString(
            folder.resolve("parts.csv"), "key,part\na,0\nb,0\nc,1\nd,1\n\"x,y\",1\nelse,0\n");
    Path out = folder.resolve("cut");
    JsonNode report =
        cut(
            "--keys",
            "string",
            "--partitions",
            "2",
            "--partitioner",
            "file",
            "--set",
            "vertices=" + parts,
            "--graph-out",
            out.toString());
    assertThat(report.at("/replicationFactor").asDouble()).isEqualTo(1.2);
    assertThat(Files.readAllLines(out.resolve("vertices.csv")))
        .containsExactlyInAnyOrder(
            "key,master,partitions", "a,0,0", "b,0,0 1", "c,1,1", "d,1,1", "\"x,y\",1,1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1,2,0|there is no row for edge 2 - 3.",
        "1,2,0;2,3,0;3,4,2|edge 3 - 4 has partition 2, there are 0 to 1.",
        "1,2,0;2,1,1;2,3,0;3,4,0|edge 2 - 1 has partition 0 and partition 1."
      })
  void refusesAWrongAssignment(String rows, String message) throws IOException {
    edges = Files.writeString(folder.resolve("path.txt"), "1 2\n2 3\n3 4\n");
    Path file =
        Files.writeString(
            folder.resolve("cut.csv"),
            "source,destination,partition\n" + rows.replace(';', '\n') + "\n");
    assertThat(run("--partitions", "2", "--partitioner", "file", "--set", "edges=" + file))
        .isEqualTo(2);
    assertThat(console.err()).contains("error ASSIGNMENT_WRONG: " + file + ": " + message);
  }

  /** Whatever a file is called, it is that file. */
  @ParameterizedTest
  @ValueSource(strings = {"a: b.txt", "[1].csv", "it's #2.csv", "null", "{x}.tsv", "\"q\".txt"})
  void namesOfFilesAreNoSettings(String name) throws IOException {
    String separator = name.endsWith(".csv") ? "," : "\t";
    edges = Files.writeString(folder.resolve(name), "1,2\n2,3\n3,4\n".replace(",", separator));
    assertThat(cut("--partitions", "2").at("/edges").asInt()).isEqualTo(3);
  }

  @Test
  void saysWhichFormatHasWhichKeys() {
    assertThat(run("--keys", "uuid")).isEqualTo(2);
    assertThat(console.err()).contains("--edges:1: keys = uuid: does not go with type: snap");
  }

  @Test
  void refusesMorePartitionsThanEdges() throws IOException {
    edges = Files.writeString(folder.resolve("one.txt"), "1 2\n2 1\n3 3\n");
    assertThat(run("--partitions", "2")).isEqualTo(2);
    assertThat(console.err())
        .contains("error PARTITIONS_TOO_MANY: 2 partitions: the graph has 1 edges");
    assertThat(run("--partitions", "1")).isZero();
  }

  /** What no edge can change is said before the edges are read. */
  @Test
  void refusesWhatThePartitionerCannotDoAtOnce() throws IOException {
    edges = Files.writeString(folder.resolve("wrong.txt"), "1 2\n1 x\n");
    assertThat(run("--partitions", "4097")).isEqualTo(2);
    assertThat(console.err())
        .contains("adadne makes up to 4096 partitions; for more use hdrf or hash-2d.");
    assertThat(run("--partitioner", "hdrf", "--set", "lambda=much")).isEqualTo(2);
    assertThat(console.err()).contains("lambda = much: must be a number");
    assertThat(run("--partitioner", "hash-1d", "--set", "by=x")).isEqualTo(2);
    assertThat(console.err()).contains("hash-1d knows one option");
    assertThat(run("--partitions", "64")).isEqualTo(2);
    assertThat(console.err()).contains("wrong.txt:2");
  }

  @Test
  void refusesWhatItDoesNotKnow() {
    assertThat(run("--partitioner", "metis")).isEqualTo(2);
    assertThat(console.err())
        .contains(
            "there are 2ps, adadne, auto, blocks, dne, fennel, file, hash-1d, hash-2d, hdrf, louvain, multilevel.");
    assertThat(run("--set", "variant=papr")).isEqualTo(2);
    assertThat(console.err()).contains("did you mean paper?");
    assertThat(run("--partitions", "0")).isEqualTo(2);
    assertThat(console.err()).contains("--partitions = 0: must be 1 to");
    assertThat(run("--threads", "0")).isEqualTo(2);
    assertThat(console.err()).contains("--threads = 0: must be 1 to");
    assertThat(run("--partitioner", "file")).isEqualTo(2);
    assertThat(console.err()).contains("needs one option: edges=FILE or vertices=FILE");
  }

  @Test
  void theResultIsTheSameWithEveryNumberOfThreads() throws IOException {
    Path one = folder.resolve("one");
    Path two = folder.resolve("two");
    cut("--threads", "1", "--graph-out", one.toString());
    cut("--threads", "2", "--graph-out", two.toString());
    assertThat(two.resolve("edges.csv")).hasSameTextualContentAs(one.resolve("edges.csv"));
  }
}
