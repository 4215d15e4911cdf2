// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import io.graphember.sampling.batch.EdgeNeighborhood;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.neighbor.NeighborSampler;
import io.graphember.sampling.neighbor.RuleSampler;
import io.graphember.sampling.op.Direction;
import io.graphember.sampling.op.ExcludedEdges;
import io.graphember.training.job.sampling.HopRules;
import java.util.List;

/**
 * Samples the neighbourhood of a batch hop by hop, by the operator that its rules need. Keeps
 * scratch between batches; used by one thread at a time.
 */
interface HopSampler extends AutoCloseable {
  /**
   * Starts a batch.
   *
   * @param seeds ids of the seeds, each once if they have no times
   * @param times time of each seed; looked at if the rules ask for it
   * @param rules of the kind that the sampler was made for
   * @param excluded edges that are not met; none of a sampler that does not know edges
   * @param key key of the batch's random streams
   */
  void start(long[] seeds, long[] times, HopRules rules, ExcludedEdges excluded, long key);

  /** Samples the next hop. */
  void nextHop();

  /**
   * True if hops wait for other processes, so that rows of what is reached may be asked for
   * meanwhile.
   */
  boolean waits();

  /** Vertices reached so far. */
  int vertices();

  /** Ids of the vertices reached; the first {@link #vertices()} count. */
  long[] vids();

  /** The batch, after its last hop. */
  EdgeNeighborhood result();

  @Override
  void close();

  /**
   * The sampler for rules and for others that differ in their fanouts alone.
   *
   * @param lists true if batches should say, where that is known, which edges of whose lists the
   *     last hop has: partitions that have the rows of mirrors add them up by that
   * @param degrees true if batches should say the degrees of what the last hop reaches
   * @param edges true if batches must say which edges they have
   */
  static HopSampler of(
      PartitionClient partitions,
      Replies replies,
      HopRules rules,
      boolean lists,
      boolean degrees,
      boolean edges) {
    final boolean waits = !partitions.whole();
    if (!rules.plain() || edges) {
      RuleSampler sampler = new RuleSampler(partitions, replies, rules.hops());
      return new ByRank(degrees ? sampler.withDegrees() : sampler, waits);
    }
    NeighborSampler sampler =
        new NeighborSampler(partitions, replies, rules.direction(), rules.replacement());
    if (lists && rules.direction() == Direction.IN && !rules.replacement()) {
      sampler.withLists();
    }
    if (degrees) {
      sampler.withDegrees();
    }
    return new ByPosition(sampler, waits);
  }

  /** Where all edges are alike. */
  record ByPosition(NeighborSampler sampler, boolean waits) implements HopSampler {
    @Override
    public void start(
        long[] seeds, long[] times, HopRules rules, ExcludedEdges excluded, long key) {
      sampler.start(seeds, rules.fanouts(), key);
    }

    @Override
    public void nextHop() {
      sampler.nextHop();
    }

    @Override
    public int vertices() {
      return sampler.vertices();
    }

    @Override
    public long[] vids() {
      return sampler.vids();
    }

    @Override
    public EdgeNeighborhood result() {
      return new EdgeNeighborhood(sampler.result(), List.of(), new int[0]);
    }

    @Override
    public void close() {
      sampler.close();
    }
  }

  /** Where edges differ by type, weight or time. */
  record ByRank(RuleSampler sampler, boolean waits) implements HopSampler {
    @Override
    public void start(
        long[] seeds, long[] times, HopRules rules, ExcludedEdges excluded, long key) {
      sampler.start(rules.hops(), seeds, rules.limit().of(seeds.length, times), excluded, key);
    }

    @Override
    public void nextHop() {
      sampler.nextHop();
    }

    @Override
    public int vertices() {
      return sampler.vertices();
    }

    @Override
    public long[] vids() {
      return sampler.vids();
    }

    @Override
    public EdgeNeighborhood result() {
      return sampler.result();
    }

    @Override
    public void close() {
      sampler.close();
    }
  }
}
