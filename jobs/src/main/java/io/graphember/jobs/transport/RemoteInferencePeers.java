// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.transport;

import io.graphember.inference.lists.InEdges;
import io.graphember.inference.lists.InEdgesShape;
import io.graphember.inference.lists.InferencePeers;
import io.graphember.jobs.live.LiveJob;
import io.graphember.sampling.engine.Replies;
import java.util.UUID;

/** The other nodes of a layer-wise pass. Safe for use by several threads. */
public final class RemoteInferencePeers implements InferencePeers {
  private final NodeCalls calls;
  private final LiveJob job;
  private final UUID[] computing;
  private final Replies replies;

  /**
   * The nodes that compute the other partitions of a job.
   *
   * @param computing node of each partition
   */
  public RemoteInferencePeers(NodeCalls calls, LiveJob job, UUID[] computing, Replies replies) {
    this.calls = calls;
    this.job = job;
    this.computing = computing;
    this.replies = replies;
  }

  @Override
  public float[] rows(int layer, int partition, int[] masters) {
    return ask(
        partition, masters, new InferenceRowsCall(job, layer, partition, masters, false), "rows");
  }

  @Override
  public float[] sums(int layer, int partition, int[] vertices) {
    return ask(
        partition, vertices, new InferenceRowsCall(job, layer, partition, vertices, true), "sums");
  }

  private float[] ask(int partition, int[] vertices, NodeCall<float[]> call, String what) {
    float[] rows = send(partition, call, what);
    job.work().moved(4L * (vertices.length + rows.length));
    return rows;
  }

  @Override
  public InEdges edges(int layer, int partition, int[] vertices, InEdgesShape shape) {
    InEdges edges =
        send(partition, new InferenceEdgesCall(job, layer, partition, vertices, shape), "in-edges")
            .edges();
    job.work().moved(4L * vertices.length + edges.bytes());
    return edges;
  }

  private <R> R send(int partition, NodeCall<R> call, String what) {
    return replies.await(
        RemotePartitionClient.ask(calls, job, computing[partition], call),
        "%s of partition %d between layers".formatted(what, partition));
  }
}
