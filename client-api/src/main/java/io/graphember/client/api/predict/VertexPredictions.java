// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api.predict;

import java.util.List;

/**
 * What a model says of some vertices.
 *
 * @param graphVersion version of the graph whose edges and features were read
 * @param modelVersion version of the graph that the model was trained on
 * @param vertices in the order in which they were asked for
 */
public record VertexPredictions(
    long graphVersion, long modelVersion, List<PredictedVertex> vertices) {}
