// SPDX-License-Identifier: Apache-2.0
package example;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.predict.NewEdge;
import io.graphember.client.api.predict.NewVertex;
import io.graphember.client.api.predict.PredictRequest;
import io.graphember.client.api.predict.PredictedVertex;
import io.graphember.spi.error.GraphemberException;
import java.util.List;
import java.util.stream.Stream;

/**
 * Asks a trained model about a vertex that the graph does not have: a new account with its first
 * transfers, say. Nothing of it stays in the graph.
 */
public final class ScoreNewVertex {
  private ScoreNewVertex() {}

  /**
   * Takes the address of a node, the names of a graph and of the job that has trained the model,
   * the key of the new vertex, its features and the keys of the vertices that lead to it, both with
   * commas between them.
   */
  public static void main(String[] arguments) {
    String key = arguments[3];
    String[] words = arguments[4].split(",");
    float[] features = new float[words.length];
    for (int i = 0; i < words.length; i++) {
      features[i] = Float.parseFloat(words[i]);
    }
    List<NewEdge> edges =
        Stream.of(arguments[5].split(",")).map(from -> new NewEdge(from, key)).toList();
    try (GraphemberClient client = GraphemberClient.connect(arguments[0])) {
      PredictRequest request =
          PredictRequest.of(key).with(List.of(new NewVertex(key, features)), edges);
      PredictedVertex vertex =
          client.predict(arguments[1], arguments[2], request).vertices().get(0);
      System.out.printf(
          "%s is %s, probability %.3f%n",
          key, vertex.label(), vertex.probabilities()[vertex.classIndex()]);
    } catch (GraphemberException e) {
      System.err.println(e.code() + ": " + e.getMessage());
      System.exit(1);
    }
  }
}
