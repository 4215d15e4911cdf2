// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.host;

import org.apache.ignite.lang.IgniteCallable;

/** A closure of the host. */
public final class HostCall implements IgniteCallable<String> {
  private static final long serialVersionUID = 1L;

  private final HostValue value;

  /** A closure. */
  public HostCall(HostValue value) {
    this.value = value;
  }

  @Override
  public String call() {
    return value.text();
  }
}
