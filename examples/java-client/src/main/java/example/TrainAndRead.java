// SPDX-License-Identifier: Apache-2.0
package example;

import io.graphember.client.GraphemberClient;
import io.graphember.client.JobHandle;
import io.graphember.client.PublishedTable;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.Prediction;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;

/** Trains on a graph that is in the cluster, and reads the prediction of one vertex by its key. */
public final class TrainAndRead {
  private static final String JOB =
      """
      name: from-java
      graph: {name: %s}
      model: {type: graphsage, layers: 2, hidden: 16}
      training: {epochs: 5, batchSize: 512, fanouts: [10, 5]}
      """;

  private TrainAndRead() {}

  /** Takes the address of a node, the name of a graph with keys of text, and a key. */
  public static void main(String[] arguments) {
    String graph = arguments[1];
    String key = arguments[2];
    try (GraphemberClient client = GraphemberClient.connect(arguments[0])) {
      JobHandle job = client.submit(JOB.formatted(graph));
      JobResult result =
          job.await(state -> System.out.println(state.phase()), Cancellation.NEVER);
      System.out.println("test accuracy " + result.test().accuracy());

      PublishedTable<Prediction> predictions = client.predictions(graph, "from-java");
      Prediction prediction = predictions.get(key);
      System.out.println(key + " is " + prediction.label());
    } catch (GraphemberException e) {
      System.err.println(e.code() + ": " + e.getMessage());
      System.exit(1);
    }
  }
}
