// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class TextReportTest {
  @Test
  void fitsAScreen() {
    assertThat(TextReport.of(Outcomes.single(), Optional.empty()).lines())
        .containsExactly(
            "Graph       cora: 2,708 vertices, 10,556 edges, 1,433 features, 3 classes, integer keys",
            "Partitions  8 by hash-2d: replication factor 2.23, vertex balance 1.17, edge balance 1.25",
            "Nodes       node    client port  partitions  trainers  rows held     moved    spared",
            "            node-1  10800                 2         1      1,354    1.0 MB  250.0 kB",
            "            node-2  10801                 1         0      1,354  500.0 kB       0 B",
            "            node-3  none                  0         1          0       0 B       0 B",
            "Trainers    2 trainers on 2 of 3 nodes: node-1, node-3, mini-batch steps of 2,048 seeds (training.trainers = 2)",
            "Storage     node    requests  sampled edges   rows    served  busy s  load",
            "            node-1        40         30,000  2,000  700.0 kB    0.25  1.20  ####################",
            "            node-2        80         20,000  1,900  900.0 kB    0.50  0.80  #############",
            "Files       node    rows read from files  page faults   faults a row",
            "            node-1                40,000  100                 0.0025",
            "            node-2                 1,000  not measured",
            "Model       gcn, 2 layers, 64 wide",
            "Trained     2 epochs, best 1 with validation accuracy 0.7900",
            "Test        accuracy 0.8125, macro F1 0.7500 on 1,000 vertices; features alone 0.5700",
            "Quota       threads paused for 12.5 s",
            "Published   predictions: cache graphember.predictions.cora.cora-gcn.v2, 2,708 entries",
            "            in the memory of this process; --connect HOST:PORT leaves them in your cluster",
            "Moved       1.5 MB between nodes",
            "Time        start 2.0 s, load 1.0 s, open 0.3 s, train 3.0 s, total 9.0 s");
  }

  @Test
  void putsTheFeaturesAloneUnderLinks() {
    assertThat(TextReport.of(Outcomes.links(), Optional.empty()).lines())
        .contains(
            "Links       AUC 0.6250, average precision 0.2500, MRR 0.1250, hits at 1 0.1000, 3 0.2000, 10 0.3000",
            "            AUC 0.5000, average precision 0.1000, MRR 0.0500, hits at 1 0.0100, 3 0.0200, 10 0.0300 by the features alone",
            "            of 1,055 edges left out, each among 50 pairs that are none",
            "            AUC 0.6250, average precision 0.2500, MRR 0.1250, hits at 1 0.1000, 3 0.2000, 10 0.3000 of cites")
        .noneMatch(line -> line.startsWith("Test"));
    assertThat(TextReport.seedLine(Outcomes.links().first(), Outcomes.links().settings()))
        .isEqualTo(
            "seed 0: test 0.5000, validation 0.9000, features alone 0.5000, 2 epochs, 4.0 s");
  }

  @Test
  void saysThatAModelHasLearnedLittle() {
    assertThat(TextReport.of(Outcomes.poor(), Optional.empty()).lines())
        .containsSequence(
            "Remarks     Features of vertex: the same for every vertex, best left out: planet.",
            "            the first epoch's loss 16.6000 is far above that of guessing, 1.0986:"
                + " source.normalize or a lower training.learningRate helps",
            "            the features alone do better than the model: more epochs, less dropout,"
                + " source.normalize or another model.type may help");
    assertThat(TextReport.of(Outcomes.seeds(), Optional.empty()).lines())
        .noneMatch(line -> line.startsWith("Remarks"));
  }

  @Test
  void givesMeanAndDeviationOfSeeds() {
    assertThat(TextReport.of(Outcomes.seeds(), Optional.empty()).lines())
        .contains(
            "            node-1  10800                 2         1      1,354  3.0 MB  750.0 kB",
            "            node-1       120         90,000  6,000  2.1 MB    0.75  1.20  ####################",
            "Trained     3 seeds",
            "Test        accuracy 0.8200 +- 0.0200, macro F1 0.7500 +- 0.0000 on 1,000 vertices; features alone 0.5700 +- 0.0000",
            "Moved       4.5 MB between nodes")
        .noneMatch(line -> line.contains("memory of this process"));
    assertThat(TextReport.seedLine(Outcomes.result(1, 0.82), Outcomes.settings()))
        .isEqualTo(
            "seed 1: test 0.8200, validation 0.7900, features alone 0.5700, 2 epochs, 4.0 s");
  }
}
