// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import io.graphember.spi.batch.BatchPolicy;
import io.graphember.testkit.contract.BatchPolicyContract;
import io.graphember.training.job.batch.ClusterBatchPolicy;
import io.graphember.training.job.batch.Clusters;
import io.graphember.training.job.batch.GlobalBatchPolicy;
import io.graphember.training.job.batch.MiniBatchPolicy;
import io.graphember.training.job.batch.SaintEdgePolicy;
import io.graphember.training.job.batch.SaintNodePolicy;
import io.graphember.training.job.batch.SaintWalkPolicy;
import org.junit.jupiter.api.Nested;

/** Policies of ours keep the contract. */
class BuiltInPoliciesTest {
  @Nested
  class MiniBatchTest extends BatchPolicyContract {
    @Override
    protected BatchPolicy policy() {
      return new MiniBatchPolicy();
    }
  }

  @Nested
  class GlobalBatchTest extends BatchPolicyContract {
    @Override
    protected BatchPolicy policy() {
      return new GlobalBatchPolicy();
    }
  }

  @Nested
  class ClusterBatchTest extends BatchPolicyContract {
    @Override
    protected BatchPolicy policy() {
      return new ClusterBatchPolicy(Clusters.LABEL_PROPAGATION, 25, 3, 0);
    }
  }

  @Nested
  class CommunitiesTest extends BatchPolicyContract {
    @Override
    protected BatchPolicy policy() {
      return new ClusterBatchPolicy(Clusters.LOUVAIN, 25, 3, 0);
    }
  }

  @Nested
  class GivenClustersTest extends BatchPolicyContract {
    @Override
    protected BatchPolicy policy() {
      return new ClusterBatchPolicy(Clusters.COLUMN, 25, 3, 0);
    }
  }

  @Nested
  class SaintNodeTest extends BatchPolicyContract {
    @Override
    protected BatchPolicy policy() {
      return new SaintNodePolicy(60, 5);
    }
  }

  @Nested
  class SaintEdgeTest extends BatchPolicyContract {
    @Override
    protected BatchPolicy policy() {
      return new SaintEdgePolicy(30, 5);
    }
  }

  @Nested
  class SaintWalkTest extends BatchPolicyContract {
    @Override
    protected BatchPolicy policy() {
      return new SaintWalkPolicy(20, 2, 5);
    }
  }
}
