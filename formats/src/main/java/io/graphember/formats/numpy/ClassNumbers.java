// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.numpy;

import io.graphember.spi.setting.CrossChecked.Complaints;
import java.util.HashSet;
import java.util.List;

/** Classes that are numbers in an array, and their names. */
final class ClassNumbers {
  private ClassNumbers() {}

  static void requireDistinct(List<String> classNames, Complaints complaints) {
    if (new HashSet<>(classNames).size() < classNames.size()) {
      complaints.add("classNames", "must be distinct: a name stands for one class");
    }
  }
}
