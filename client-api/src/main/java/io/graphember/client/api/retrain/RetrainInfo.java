// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api.retrain;

import org.jspecify.annotations.Nullable;

/**
 * A job whose model the cluster trains on when its graph has changed.
 *
 * @param graph name of the graph
 * @param job name of the job
 * @param owner user whose job it is; null where the cluster knows no users
 * @param version of the graph that the model was trained on last, or was tried on
 * @param current current version of the graph; null if it is not there
 * @param changed share of the vertices and edges of that version that have come or gone since
 * @param changedShare share at which the model is trained on
 * @param figure of the model's test when it was published; null if there was nothing to test with
 * @param running number of the job that trains it on now, or waits; null if there is none
 * @param retrainings that have ended
 * @param published those whose model was published
 * @param last what became of the last one, a sentence; null before the first
 */
public record RetrainInfo(
    String graph,
    String job,
    @Nullable String owner,
    long version,
    @Nullable Long current,
    double changed,
    double changedShare,
    @Nullable Double figure,
    @Nullable Long running,
    int retrainings,
    int published,
    @Nullable String last) {}
