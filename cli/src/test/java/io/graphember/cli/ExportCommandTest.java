// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.graphember.cli.cluster.EmbeddedCluster;
import io.graphember.client.GraphemberClient;
import io.graphember.client.PublishedTable;
import io.graphember.client.api.Prediction;
import io.graphember.spi.Cancellation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results of a job on a real node go to files. */
class ExportCommandTest {
  private static final int VERTICES = 3000; // more than a page

  private static final String JOB =
      """
      name: little-sage
      source: {type: block-model, vertices: 3000, classes: 3, words: 20}
      graph: {name: little, partitions: 4}
      model: {hidden: 8}
      training: {epochs: 1, baseline: false}
      task: {split: {train: 0.1, valid: 0.1, test: 0.3}}
      """;

  private static EmbeddedCluster cluster;

  @TempDir static Path shared;
  @TempDir Path folder;

  private final TestConsole console = new TestConsole();

  /** Trains, and exports all that is published by the option of the command. */
  @BeforeAll
  static void train() throws IOException {
    cluster = EmbeddedCluster.start(1, false, Cancellation.NEVER);
    TestConsole training = new TestConsole();
    String job = Files.writeString(shared.resolve("job.yaml"), JOB).toString();
    String to = shared.resolve("trained").toString();
    assertThat(training.run("train", job, "--connect", cluster.address(), "--export", to))
        .as(training.err())
        .isZero();
    assertThat(training.out())
        .contains(
            "Exported    embeddings: 3,000 rows of 8 numbers, embeddings.csv in " + to,
            "Exported    predictions: 3,000 rows of 3 numbers, predictions.csv in " + to);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private int export(Cancellation cancellation, Path to, String... options) {
    String[] arguments = new String[options.length + 7];
    System.arraycopy(
        new String[] {
          "export", "little", "little-sage", "--connect", cluster.address(), "--to", to.toString()
        },
        0,
        arguments,
        0,
        7);
    System.arraycopy(options, 0, arguments, 7, options.length);
    return console.run(cancellation, arguments);
  }

  @Test
  void filesHoldWhatThePublishedTablesHold() throws IOException {
    Path trained = shared.resolve("trained");
    assertThat(export(Cancellation.NEVER, folder.resolve("a"), "--kind", "predictions,embeddings"))
        .as(console.err())
        .isZero();
    try (GraphemberClient client = GraphemberClient.connect(cluster.address())) {
      for (Path from : new Path[] {trained, folder.resolve("a")}) {
        assertSame(client.predictions("little", "little-sage"), from.resolve("predictions.csv"));
        Set<String> keys = new HashSet<>();
        PublishedTable<float[]> embeddings = client.embeddings("little", "little-sage");
        try (CsvReader<NamedCsvRecord> csv =
            CsvReader.builder().ofNamedCsvRecord(from.resolve("embeddings.csv"))) {
          for (NamedCsvRecord row : csv) {
            keys.add(row.getField("key"));
            float[] expected = embeddings.get(row.getField("key"));
            for (int i = 0; i < expected.length; i++) {
              assertThat(Float.parseFloat(row.getField("e" + i))).isEqualTo(expected[i]);
            }
          }
        }
        assertThat(keys).hasSize(VERTICES);
      }
    }
  }

  /** Vertices of each type have files of their own, which are looked for before the job begins. */
  @Test
  void everyVertexTypeHasItsFiles() throws IOException {
    StringBuilder lives = new StringBuilder("person,city\n");
    for (int p = 0; p < 20; p++) {
      lives.append("%d,%s%n".formatted(p, p % 3 == 0 ? "Oslo" : "Rome"));
    }
    Files.writeString(folder.resolve("lives.csv"), lives);
    String job =
        Files.writeString(
                folder.resolve("job.yaml"),
                """
                name: homes
                source:
                  type: csv
                  data: .
                  vertexTypes: [{name: person, keys: int64}, {name: city, keys: string}]
                  edgeTypes: [{name: lives, from: person, to: city, file: lives.csv}]
                graph: {name: typed, partitions: 2}
                model: {type: rgcn, hidden: 8}
                training: {epochs: 1}
                task: {type: links, heldOut: 0}
                """)
            .toString();
    String to = folder.resolve("to").toString();
    String[] train = {
      "train", job, "--connect", cluster.address(), "--export", to, "--format", "npy"
    };
    assertThat(console.run(train)).as(console.err()).isZero();
    assertThat(console.out())
        .contains(
            "embeddings.person: cache graphember.embeddings.typed.homes.v",
            "embeddings.person: 20 rows of 8 numbers, embeddings.person.npy, embeddings.person-keys.npy in ",
            "embeddings.city: 2 rows of 8 numbers, embeddings.city.npy, embeddings.city-keys.csv in ");
    assertThat(folder.resolve("to/embeddings.city-keys.csv"))
        .content()
        .contains("Oslo\n", "Rome\n");
    assertThat(console.run(train)).isEqualTo(2);
    assertThat(console.err())
        .contains("error OUTPUT_EXISTS: " + folder.resolve("to/embeddings.city-keys.csv"));
  }

  private static void assertSame(PublishedTable<Prediction> predictions, Path file)
      throws IOException {
    int rows = 0;
    try (CsvReader<NamedCsvRecord> csv = CsvReader.builder().ofNamedCsvRecord(file)) {
      for (NamedCsvRecord row : csv) {
        float[] probabilities = new float[3];
        for (int i = 0; i < 3; i++) {
          probabilities[i] = Float.parseFloat(row.getField("p" + i));
        }
        assertThat(
                new Prediction(
                    row.getField("label"), Integer.parseInt(row.getField("class")), probabilities))
            .isEqualTo(predictions.get(row.getField("key")));
        rows++;
      }
    }
    assertThat(rows).isEqualTo(VERTICES);
  }

  @Test
  void writesEveryFormat() throws IOException {
    assertThat(export(Cancellation.NEVER, folder, "--kind", "embeddings", "--format", "parquet"))
        .as(console.err())
        .isZero();
    assertThat(export(Cancellation.NEVER, folder, "--kind", "embeddings", "--format", "csv,npy"))
        .as(console.err())
        .isZero();
    assertThat(console.out())
        .contains(
            "3,000 rows of 8 numbers, embeddings.parquet in ",
            "3,000 rows of 8 numbers, embeddings.csv, embeddings.npy, embeddings-keys.csv in ");
    assertThat(folder.resolve("embeddings.csv")).content().hasLineCount(1 + VERTICES);
    assertThat(Files.size(folder.resolve("embeddings.npy"))).isEqualTo(128 + 4L * 8 * VERTICES);
    assertThat(folder.resolve("embeddings.parquet")).isNotEmptyFile();
    assertThat(console.err()).isEmpty();
    try (var files = Files.list(folder)) {
      assertThat(files).hasSize(4);
    }
  }

  @Test
  void replacesOnlyIfAsked() throws IOException {
    Path old = Files.writeString(folder.resolve("embeddings.csv"), "mine");
    assertThat(export(Cancellation.NEVER, folder, "--kind", "embeddings")).isEqualTo(2);
    assertThat(console.err()).startsWith("error OUTPUT_EXISTS: " + old);
    assertThat(old).hasContent("mine");
    assertThat(export(Cancellation.NEVER, folder, "--kind", "embeddings", "--overwrite")).isZero();
    assertThat(Files.size(old)).isGreaterThan(VERTICES);
  }

  /** Ctrl-C in the middle of the second kind takes the first with it. */
  @Test
  void leavesNothingWhenCancelled() {
    AtomicInteger looks = new AtomicInteger();
    Cancellation soon = () -> looks.incrementAndGet() > VERTICES + 100;
    Path to = folder.resolve("to");
    assertThat(export(soon, to, "--kind", "embeddings", "--kind", "predictions")).isEqualTo(4);
    assertThat(console.err()).startsWith("error CANCELLED: ").hasLineCount(1);
    assertThat(to).doesNotExist();
    assertThat(console.out()).isEmpty();
  }

  @Test
  void leavesNothingWhenNothingIsPublished() {
    assertThat(export(Cancellation.NEVER, folder.resolve("to"), "--kind", "values")).isEqualTo(2);
    assertThat(console.err())
        .startsWith("error PUBLICATION_MISSING: Job little-sage has published no values");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void saysThatAJobHasPublishedNothing() {
    String[] train = {
      "train",
      shared.resolve("job.yaml").toString(),
      "--connect",
      cluster.address(),
      "--set",
      "graph.name=other",
      "--set",
      "publish={predictions: false, embeddings: false}",
      "--export",
      folder.resolve("to").toString()
    };
    assertThat(console.run(train)).as(console.err()).isZero();
    assertThat(console.out())
        .endsWith("Exported    nothing: job little-sage has published no results\n");
    assertThat(folder).isEmptyDirectory();
  }
}
