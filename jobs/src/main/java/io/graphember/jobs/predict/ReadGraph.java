// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.predict;

import io.graphember.client.api.GraphInfo;
import java.util.Optional;

/**
 * A version of a graph as a model reads it.
 *
 * @param name name of the graph
 * @param version of the graph
 * @param dim floats of a row that enters the model
 * @param learned cache of the rows that were learned for vertices without features; empty for none
 */
record ReadGraph(String name, long version, int dim, Optional<String> learned) {
  static ReadGraph of(GraphInfo graph, int dim, Optional<String> learned) {
    return new ReadGraph(graph.name(), graph.version(), dim, learned);
  }
}
