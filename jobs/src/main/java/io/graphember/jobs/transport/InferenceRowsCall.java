// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.transport;

import io.graphember.inference.layerwise.InferenceShare;
import io.graphember.jobs.count.RequestKind;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.LiveStore;
import jakarta.inject.Inject;

/**
 * Asks the node that computes a partition for rows or sums between two layers.
 *
 * <p>Fields that travel, by Ignite's marshaller: the number of the job, its placement epoch, the
 * layer that reads, the partition, local numbers of vertices there, and whether sums are meant. The
 * answer is a row for each vertex, one after the other.
 */
final class InferenceRowsCall extends NodeCall<float[]> {
  private static final long serialVersionUID = 1L;

  @Inject private transient LiveStore jobs;

  private final long job;
  private final int epoch;
  private final int layer;
  private final int partition;
  private final int[] vertices;
  private final boolean sums;

  InferenceRowsCall(LiveJob asking, int layer, int partition, int[] vertices, boolean sums) {
    this.job = asking.plan().job();
    this.epoch = asking.plan().epoch();
    this.layer = layer;
    this.partition = partition;
    this.vertices = vertices;
    this.sums = sums;
  }

  @Override
  public RequestKind requestKind() {
    return RequestKind.INFERENCE;
  }

  @Override
  public float[] run() {
    LiveJob live = jobs.get(job, epoch);
    InferenceShare share = live.inference().share();
    float[][] answer = new float[1][];
    live.work()
        .serve(
            requestKind(),
            () ->
                answer[0] =
                    sums
                        ? share.sums(layer, partition, vertices)
                        : share.rows(layer, partition, vertices));
    live.work().served(requestKind(), 4L * (vertices.length + answer[0].length));
    return answer[0];
  }
}
