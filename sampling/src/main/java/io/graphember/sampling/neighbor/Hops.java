// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.neighbor;

import io.graphember.sampling.batch.LocalEdges;
import io.graphember.sampling.batch.SampledHop;
import io.graphember.sampling.op.Details;
import java.util.List;

/** A way to sample the hops of a batch, one after the other. Used by one thread at a time. */
interface Hops {
  /** Forgets the batch before. */
  void clear();

  /**
   * Adds a seed.
   *
   * @return false if it is there already
   */
  boolean addSeed(long vid);

  /** Finds the edges of the seeds. */
  void locate();

  /**
   * Samples a hop.
   *
   * @param fanout neighbours of each vertex
   * @param key key of the hop
   * @param number of the hop, from 1
   * @param details what is found out about the vertices that it reaches
   */
  SampledHop sample(int fanout, long key, int number, Details details);

  /** Vertices reached so far. */
  int size();

  /** Their ids; the first {@link #size()} count. */
  long[] vids();

  /** Their degrees, as far as they were asked for. */
  int[] degrees();

  /** Where the edges of the last hop lie; empty if nobody asks. */
  List<LocalEdges> lists();

  /** Gives its memory back. */
  void close();
}
