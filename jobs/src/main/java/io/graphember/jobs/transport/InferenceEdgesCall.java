// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.transport;

import io.graphember.inference.lists.InEdges;
import io.graphember.inference.lists.InEdgesShape;
import io.graphember.jobs.count.RequestKind;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.LiveStore;
import jakarta.inject.Inject;

/**
 * Asks the node that computes a partition for in-edges there.
 *
 * <p>Fields that travel, by Ignite's marshaller: the number of the job, its placement epoch, the
 * layer that looks at them, the partition, local numbers of vertices there, and the fields of
 * {@link InEdgesShape}.
 */
final class InferenceEdgesCall extends NodeCall<InferenceEdges> {
  private static final long serialVersionUID = 1L;

  @Inject private transient LiveStore jobs;

  private final long job;
  private final int epoch;
  private final int layer;
  private final int partition;
  private final int[] vertices;
  private final boolean inDegrees;
  private final int edgeTypes;
  private final int featureDim;

  InferenceEdgesCall(LiveJob asking, int layer, int partition, int[] vertices, InEdgesShape shape) {
    this.job = asking.plan().job();
    this.epoch = asking.plan().epoch();
    this.layer = layer;
    this.partition = partition;
    this.vertices = vertices;
    this.inDegrees = shape.inDegrees();
    this.edgeTypes = shape.edgeTypes();
    this.featureDim = shape.featureDim();
  }

  @Override
  public RequestKind requestKind() {
    return RequestKind.INFERENCE;
  }

  @Override
  public InferenceEdges run() {
    LiveJob live = jobs.get(job, epoch);
    InEdges edges =
        live.inference()
            .share()
            .edges(layer, partition, vertices, new InEdgesShape(inDegrees, edgeTypes, featureDim));
    live.work().served(requestKind(), 4L * vertices.length + edges.bytes());
    return new InferenceEdges(edges);
  }
}
