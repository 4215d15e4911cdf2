// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition;

import io.graphember.partition.auto.AutoPartitioner;
import io.graphember.partition.block.BlockPartitioner;
import io.graphember.partition.community.CommunityPartitioner;
import io.graphember.partition.expansion.AdaDne;
import io.graphember.partition.expansion.DistributedNe;
import io.graphember.partition.streaming.Hdrf;
import io.graphember.spi.partition.GivenAssignment;
import io.graphember.spi.partition.Partitioner;
import io.graphember.testkit.contract.PartitionerContract;
import java.util.Map;
import org.junit.jupiter.api.Nested;

/** Each of our partitioners keeps the contract. */
class PartitionerContractTest {
  @Nested
  class OfHash1d extends PartitionerContract {
    @Override
    protected Partitioner partitioner() {
      return new Hash1d();
    }
  }

  @Nested
  class OfHash2d extends PartitionerContract {
    @Override
    protected Partitioner partitioner() {
      return new Hash2d();
    }
  }

  @Nested
  class OfHdrf extends PartitionerContract {
    @Override
    protected Partitioner partitioner() {
      return new Hdrf();
    }
  }

  @Nested
  class OfAdaDne extends PartitionerContract {
    @Override
    protected Partitioner partitioner() {
      return new AdaDne();
    }
  }

  @Nested
  class OfDistributedNe extends PartitionerContract {
    @Override
    protected Partitioner partitioner() {
      return new DistributedNe();
    }
  }

  @Nested
  class OfLouvain extends PartitionerContract {
    @Override
    protected Partitioner partitioner() {
      return new CommunityPartitioner();
    }
  }

  @Nested
  class OfBlocks extends PartitionerContract {
    @Override
    protected Partitioner partitioner() {
      return new BlockPartitioner();
    }
  }

  @Nested
  class OfAuto extends PartitionerContract {
    @Override
    protected Partitioner partitioner() {
      return new AutoPartitioner();
    }
  }

  @Nested
  class OfGivenCut extends PartitionerContract {
    @Override
    protected Partitioner partitioner() {
      return new GivenCut();
    }

    @Override
    protected Map<String, String> options() {
      return Map.of("edges", "cut.csv");
    }

    @Override
    protected GivenAssignment given(int partitions) {
      return new GivenAssignment() {
        @Override
        public int ofEdge(int source, int destination) {
          return (source + destination) % partitions;
        }

        @Override
        public int ofVertex(int vertex) {
          return NONE;
        }
      };
    }
  }
}
