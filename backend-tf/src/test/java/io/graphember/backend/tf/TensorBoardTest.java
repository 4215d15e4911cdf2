// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.tf;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.graphember.cli.Main;
import io.graphember.cli.option.Logs;
import io.graphember.cli.view.Console;
import io.graphember.spi.Cancellation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tensorflow.Graph;
import org.tensorflow.Result;
import org.tensorflow.Session;
import org.tensorflow.exceptions.TFOutOfRangeException;
import org.tensorflow.op.Ops;
import org.tensorflow.op.io.FifoQueue;
import org.tensorflow.op.io.QueueClose;
import org.tensorflow.op.io.QueueEnqueue;
import org.tensorflow.op.io.ReaderRead;
import org.tensorflow.proto.Event;
import org.tensorflow.proto.HistogramProto;
import org.tensorflow.proto.Summary;
import org.tensorflow.types.TString;

/** What {@code --tensorboard} writes, as TensorFlow reads it. */
class TensorBoardTest {
  private static final String JOB =
      """
      name: blocks
      source: {type: block-model, vertices: 300, classes: 3, words: 30, degree: 6, seed: 3}
      graph: {name: blocks, partitions: 2}
      model: {type: graphsage, hidden: 16}
      task: {split: {train: 0.3, valid: 0.2, test: 0.5}}
      training: {epochs: 4, batchSize: 32, fanouts: [5, 5], schedule: linear, trainers: 1, baseline: false}
      """;

  @TempDir Path folder;

  private void run(String... more) throws IOException {
    final Path job = Files.writeString(folder.resolve("job.yaml"), JOB);
    final List<String> arguments = new ArrayList<>(List.of("run", job.toString()));
    arguments.addAll(Arrays.asList(more));
    final ByteArrayOutputStream err = new ByteArrayOutputStream();
    final int exit =
        Main.run(
            Console.plain(
                new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8)),
            Cancellation.NEVER,
            Logs.UNCHANGED,
            arguments.toArray(String[]::new));
    assertThat(exit).as(err.toString(StandardCharsets.UTF_8)).isZero();
  }

  /** The events of the one file of a run, by TensorFlow's reader of records. */
  private static List<Event> events(Path run) throws IOException {
    try (Stream<Path> files = Files.list(run);
        Graph graph = new Graph();
        Session session = new Session(graph)) {
      final Path file =
          files
              .filter(of -> of.getFileName().toString().contains("tfevents"))
              .findFirst()
              .orElseThrow();
      final Ops tf = Ops.create(graph);
      final FifoQueue queue = tf.io.fifoQueue(List.of(TString.class));
      final QueueEnqueue name =
          tf.io.queueEnqueue(queue.handle(), List.of(tf.constant(file.toString())));
      final QueueClose last = tf.io.queueClose(queue.handle());
      final ReaderRead read =
          tf.io.readerRead(tf.io.tfRecordReader().readerHandle(), queue.handle());
      session.run(name);
      session.run(last);
      final List<Event> events = new ArrayList<>();
      while (true) {
        try (Result record = session.runner().fetch(read.value()).run()) {
          events.add(Event.parseFrom(((TString) record.get(0)).asBytes().getObject()));
        } catch (TFOutOfRangeException end) {
          return events;
        }
      }
    }
  }

  private static List<Event> of(List<Event> events, String tag) {
    return events.stream()
        .filter(event -> event.getSummary().getValueCount() == 1)
        .filter(event -> value(event).getTag().equals(tag))
        .toList();
  }

  private static Summary.Value value(Event event) {
    return event.getSummary().getValue(0);
  }

  private static void assertScalars(List<Event> events, String tag, JsonNode epochs, String field) {
    final List<Event> written = of(events, tag);
    assertThat(written).as(tag).hasSize(epochs.size());
    for (int i = 0; i < epochs.size(); i++) {
      assertThat(written.get(i).getStep()).isEqualTo(i + 1L);
      assertThat(value(written.get(i)).getSimpleValue())
          .isEqualTo((float) epochs.get(i).path(field).asDouble());
    }
  }

  @Test
  void tensorFlowReadsScalarsHistogramsAndEmbeddings() throws IOException {
    final Path json = folder.resolve("report.json");
    run("--tensorboard", folder.resolve("board").toString(), "--json", json.toString());
    final JsonNode report = new ObjectMapper().readTree(json.toFile());
    final Path run = folder.resolve("board/blocks");
    final List<Event> events = events(run);

    assertThat(events.get(0).getFileVersion()).isEqualTo("brain.Event:2");
    assertThat(events).allMatch(event -> event.getWallTime() > 1e9);
    assertScalars(events, "loss/train", report.path("epochs"), "loss");
    assertScalars(events, "validation", report.path("epochs"), "validation");
    assertScalars(events, "learning rate", report.path("epochs"), "learningRate");
    assertScalars(events, "seconds/epoch", report.path("epochs"), "seconds");
    assertThat(of(events, "test/accuracy"))
        .singleElement()
        .satisfies(
            event ->
                assertThat(value(event).getSimpleValue())
                    .isEqualTo((float) report.at("/test/accuracy").asDouble()));

    final List<String> tags =
        events.stream()
            .filter(event -> event.getSummary().getValueCount() == 1)
            .map(event -> value(event).getTag())
            .distinct()
            .toList();
    final List<String> parameters =
        tags.stream().filter(tag -> tag.startsWith("parameters/")).toList();
    assertThat(parameters).hasSizeGreaterThan(3);
    for (String tag : parameters) {
      assertHistograms(of(events, tag));
      assertHistograms(of(events, tag.replace("parameters/", "gradients/")));
    }
    assertThat(
            parameters.stream()
                .mapToDouble(tag -> histogram(of(events, tag).get(3)).getNum())
                .sum())
        .isGreaterThan(2 * 30 * 16); // two matrices of the first layer at least

    final List<String> rows = Files.readAllLines(run.resolve("embeddings.tsv"));
    assertThat(rows).hasSize(300).allMatch(row -> row.split("\t").length == 16);
    final List<String> labels = Files.readAllLines(run.resolve("embedding-labels.tsv"));
    assertThat(labels.get(0)).isEqualTo("vertex\tlabel");
    assertThat(labels).hasSize(301);
    assertThat(labels.subList(1, 301).stream().map(label -> label.split("\t")[1]).distinct())
        .hasSizeBetween(2, 3);
    assertThat(Files.readString(run.resolve("projector_config.pbtxt")))
        .contains("tensor_path: \"embeddings.tsv\"", "metadata_path: \"embedding-labels.tsv\"");
  }

  private static HistogramProto histogram(Event event) {
    return value(event).getHisto();
  }

  private static void assertHistograms(List<Event> written) {
    assertThat(written).hasSize(4); // epochs
    for (Event event : written) {
      final HistogramProto histogram = histogram(event);
      final int buckets = histogram.getBucketCount();
      assertThat(histogram.getBucketLimitCount()).isEqualTo(buckets).isPositive();
      assertThat(histogram.getBucketList().stream().mapToDouble(count -> count).sum())
          .isEqualTo(histogram.getNum());
      assertThat(histogram.getBucketLimit(buckets - 1)).isEqualTo(histogram.getMax());
      assertThat(histogram.getBucketLimitList()).isSorted();
      assertThat(histogram.getMin()).isLessThanOrEqualTo(histogram.getMax());
      assertThat(Math.abs(histogram.getSum()))
          .isLessThanOrEqualTo(
              Math.sqrt(histogram.getSumSquares() * histogram.getNum()) * (1 + 1e-9));
    }
  }

  @Test
  void everySeedIsARunOfItsOwn() throws IOException {
    run("--seeds", "2", "--tensorboard", folder.resolve("seeds").toString());
    assertThat(of(events(folder.resolve("seeds/blocks-seed-0")), "loss/train")).hasSize(4);
    assertThat(of(events(folder.resolve("seeds/blocks-seed-1")), "loss/train")).hasSize(4);
  }
}
