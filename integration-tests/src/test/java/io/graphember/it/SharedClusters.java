// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import java.util.List;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A cluster of one node and one of three, for those tests of a class that do them no harm: starting
 * them takes longer than many a job. What a test leaves in them, the next one must not mind.
 */
final class SharedClusters implements BeforeAllCallback, AfterAllCallback {
  private TestCluster one;
  private TestCluster three;

  @Override
  public void beforeAll(ExtensionContext context) {
    one = TestCluster.start(1);
    three = TestCluster.start(3);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    three.close();
    one.close();
  }

  TestCluster one() {
    return one;
  }

  TestCluster three() {
    return three;
  }

  /** First one node, then three. */
  List<TestCluster> both() {
    return List.of(one, three);
  }
}
