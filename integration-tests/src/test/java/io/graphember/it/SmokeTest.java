// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.Json;
import io.graphember.training.job.JobSettings;
import org.junit.jupiter.api.Test;

class SmokeTest {
  @Test
  void cora() {
    JobSettings job =
        Jobs.parse(
            """
            name: cora-gcn
            source:
              format: ogb
              data: %s/cora
              normalize: row
            graph:
              name: cora
            model:
              type: gcn
              hidden: 16
            training:
              epochs: 200
              weightDecay: 0.0005
            """
                .formatted(System.getProperty("graphember.data")));
    try (TestCluster cluster = TestCluster.start(3);
        GraphemberClient client = cluster.connect()) {
      GraphInfo graph = Jobs.load(client, job);
      System.err.println(Json.write(graph));
      JobResult result = Jobs.run(client, job);
      System.err.println(
          Json.write(result.test())
              + result.seconds()
              + Json.write(result.nodes())
              + result.bytes());
      System.err.println(result.epochs().get(199));
      System.err.println(client.predictions("cora", "cora-gcn").get(1708L));
      assertThat(result.test().accuracy()).isGreaterThan(0.79);
    }
  }
}
