// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.JobResult;
import io.graphember.config.SettingsDocument;
import io.graphember.testkit.data.RealData;
import io.graphember.training.job.JobSettings;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The shipped jobs on the real Cora graph, one seed each; means of 20 seeds are in the README. */
class CoraTest {
  private static final Path JOBS = Path.of("../examples/jobs");

  @ParameterizedTest
  @CsvSource({"cora-gcn.yaml, 0.80", "cora-gcn-global.yaml, 0.80", "cora-sage.yaml, 0.79"})
  void reachesThePublishedAccuracy(String file, double atLeast) {
    Path data = RealData.folder("cora");
    JobSettings job =
        SettingsDocument.read(JOBS.resolve(file))
            .set("source.data=" + data)
            .bind(JobSettings.class);
    try (TestCluster cluster = TestCluster.start(2);
        GraphemberClient client = cluster.connect()) {
      GraphInfo graph = Jobs.load(client, job);
      assertThat(graph.vertices()).isEqualTo(2708);
      assertThat(graph.edges()).isEqualTo(10_556);
      assertThat(graph.classNames()).containsExactly("0", "1", "2", "3", "4", "5", "6");
      JobResult result = Jobs.run(client, job);
      assertThat(result.test().vertices()).isEqualTo(1000);
      assertThat(result.test().accuracy()).isGreaterThan(atLeast);
      assertThat(result.test().baseline()).isLessThan(0.65);
      assertThat(client.predictions("cora", job.name()).get(2707L).probabilities()).hasSize(7);
    }
  }
}
