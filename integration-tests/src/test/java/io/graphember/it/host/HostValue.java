// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.host;

import java.io.Serializable;
import java.util.List;

/** A value in a cache of the host, or an argument of its service. */
public final class HostValue implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String name;
  private final List<Integer> numbers;

  /** A value. */
  public HostValue(String name, List<Integer> numbers) {
    this.name = name;
    this.numbers = numbers;
  }

  /** All of it. */
  public String text() {
    return name + numbers;
  }
}
