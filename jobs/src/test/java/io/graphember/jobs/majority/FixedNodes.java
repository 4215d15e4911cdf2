// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.majority;

import java.util.List;

/** Storage nodes as a test sets them. */
public final class FixedNodes implements StorageNodes {
  private volatile NodeSet set;
  private int looks;

  /** Members, and those of them that are here. */
  public FixedNodes(List<String> known, List<String> here) {
    set(known, here);
  }

  void set(List<String> known, List<String> here) {
    set = NodeSet.of(known, here);
  }

  int looks() {
    return looks;
  }

  @Override
  public NodeSet now() {
    looks++;
    return set;
  }

  @Override
  public void forget(String node) {
    throw new UnsupportedOperationException();
  }

  @Override
  public String remedy() {
    return "graphember forget NODE";
  }
}
