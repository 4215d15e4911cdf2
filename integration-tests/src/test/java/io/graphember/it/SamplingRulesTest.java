// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.GraphemberClient;
import io.graphember.config.SettingsDocument;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.ReadProgress;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Jobs with every rule of sampling, on a graph with weights, times and two edge types: each trains,
 * each gives other results than the rest, and on three nodes those of one node, whoever draws.
 */
class SamplingRulesTest {
  private static final int PERSONS = 240;

  private static final String JOB =
      """
      name: rules
      source:
        type: csv
        data: data
        vertexTypes:
          - {name: person, file: persons.csv, key: id, label: group, features: ['f*']}
        edgeTypes:
          - {name: pays, from: person, to: person, file: pays.csv, source: a, destination: b, weight: w, time: t}
          - {name: owns, from: person, to: person, file: owns.csv, source: a, destination: b, weight: w, time: t}
      graph: {name: persons, partitions: 4}
      model: {hidden: 8, inputDropout: 0, hiddenDropout: 0}
      task:
        split: {train: 0.5, valid: 0.2, test: 0.3}
      training:
        epochs: 1
        batchSize: 40
        trainers: 2
        evaluationFanouts: [4, 4]
        evaluationBatchSize: 64
        baseline: true
      """;

  private static final String TYPES =
      "sampling.edgeTypes=[{name: owns, fanouts: [2, 0], evaluationFanouts: [3]},"
          + " {name: pays, fanouts: [1, 3], evaluationFanouts: [2]}]";

  private static final List<List<String>> RULES =
      List.of(
          List.of("training.fanouts=[3, 2]"),
          List.of("training.fanouts=[3, 2]", "training.pushDown=false", "sampling.order=recent"),
          List.of("training.fanouts=[3, 2]", "sampling.direction=out"),
          List.of(
              "training.fanouts=[3, 2]",
              "sampling.direction=both",
              "training.replicateBoundary=true"),
          List.of("training.fanouts=[3, 2]", "sampling.replace=true"),
          List.of(
              "training.fanouts=[3, 2]",
              "sampling.order=weight",
              "training.replicateBoundary=true"),
          List.of("training.fanouts=[3, 2]", "sampling.order=weight-by-tables"),
          List.of("training.fanouts=[3, 2]", "sampling.before=600"),
          List.of("training.fanouts=[3, 2]", "sampling.before=600", "sampling.window=300"),
          List.of("training.fanouts=[all]"),
          List.of(TYPES),
          List.of(TYPES, "sampling.direction=both", "sampling.order=weight"),
          List.of("training.fanouts=[3, 2]", "sampling.replace=true", "model.type=gcn"));

  @TempDir Path folder;

  private void write() throws IOException {
    Path data = Files.createDirectories(folder.resolve("data"));
    StringBuilder persons = new StringBuilder("id,group,f1,f2,f3\n");
    for (int v = 0; v < PERSONS; v++) {
      persons.append("%d,g%d".formatted(v, v % 3));
      for (int f = 0; f < 3; f++) {
        persons.append(',').append(CounterRandom.unitDouble(CounterRandom.bits(f, v)));
      }
      persons.append('\n');
    }
    Files.writeString(data.resolve("persons.csv"), persons);
    for (String type : List.of("pays", "owns")) {
      StringBuilder edges = new StringBuilder("a,b,w,t\n");
      final long key = type.hashCode();
      for (int e = 0; e < 8 * PERSONS; e++) {
        edges.append(
            "%d,%d,%d,%d%n"
                .formatted(
                    CounterRandom.bounded(CounterRandom.bits(key, 3L * e), PERSONS),
                    CounterRandom.bounded(CounterRandom.bits(key, 3L * e + 1), PERSONS),
                    1 + e % 7,
                    CounterRandom.bounded(CounterRandom.bits(key, 3L * e + 2), 1000)));
      }
      Files.writeString(data.resolve(type + ".csv"), edges);
    }
  }

  private JobSettings job(List<String> rules) {
    return Jobs.parse(JOB, rules.toArray(String[]::new));
  }

  private void load(GraphemberClient client) {
    JobSettings job = job(RULES.get(0));
    try (GraphSource source = GraphSource.open(job.source(), folder, ReadProgress.NONE)) {
      client.load(SettingsDocument.toJson(job.graph()), source, progress -> {}, Cancellation.NEVER);
    }
  }

  @Test
  void everyRuleTrainsAndGivesTheSameBitsOnOneNodeAndOnThree() throws IOException {
    write();
    Set<List<Double>> losses = new HashSet<>();
    try (TestCluster one = TestCluster.start(1);
        GraphemberClient first = one.connect();
        TestCluster three = TestCluster.start(3);
        GraphemberClient second = three.connect()) {
      load(first);
      load(second);
      for (List<String> rules : RULES) {
        Outcome outcome = Outcome.run(one, first, job(rules));
        assertThat(Outcome.run(three, second, job(rules))).as("%s", rules).isEqualTo(outcome);
        final List<String> atTrainers = new ArrayList<>(rules);
        atTrainers.add("sampling.topology=trainer");
        assertThat(Outcome.run(three, second, job(atTrainers)))
            .as("%s", atTrainers)
            .isEqualTo(outcome);
        assertThat(outcome.probabilities()).hasSize(PERSONS);
        assertThat(losses.add(outcome.losses())).as("%s", rules).isTrue();
      }
    }
  }
}
