// SPDX-License-Identifier: Apache-2.0
package example;

import io.graphember.client.GraphemberClient;
import io.graphember.client.JobFile;
import io.graphember.client.PublishedTable;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.Prediction;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.nio.file.Path;

/** Loads a graph, trains on it, and reads the prediction of one vertex by its key. */
public final class TrainAndRead {
  private TrainAndRead() {}

  /** Takes the address of a node, a job file whose keys are text, and a key. */
  public static void main(String[] arguments) {
    String key = arguments[2];
    try (GraphemberClient client = GraphemberClient.connect(arguments[0])) {
      JobFile job = JobFile.read(Path.of(arguments[1]));
      JobResult result =
          client.run(job, state -> System.out.println(state.phase()), Cancellation.NEVER);
      System.out.println("test accuracy " + result.test().accuracy());

      PublishedTable<Prediction> predictions =
          client.predictions(result.graph().name(), result.name());
      Prediction prediction = predictions.get(key);
      System.out.println(key + " is " + prediction.label());
    } catch (GraphemberException e) {
      System.err.println(e.code() + ": " + e.getMessage());
      System.exit(1);
    }
  }
}
