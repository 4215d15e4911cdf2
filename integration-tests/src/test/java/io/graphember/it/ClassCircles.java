// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Circles of classes that need each other: the strongly connected components of their dependencies
 * (Tarjan, 1972), with nested classes counted as their outer one.
 */
final class ClassCircles {
  private final Map<String, Set<String>> uses = new TreeMap<>();
  private final Map<String, Integer> numbers = new HashMap<>();
  private final Map<String, Integer> lowest = new HashMap<>();
  private final Deque<String> open = new ArrayDeque<>();
  private final List<Set<String>> circles = new ArrayList<>();

  private ClassCircles(JavaClasses classes) {
    for (JavaClass type : classes) {
      Set<String> used = uses.computeIfAbsent(outer(type), name -> new TreeSet<>());
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        used.add(outer(dependency.getTargetClass().getBaseComponentType()));
      }
    }
  }

  private static String outer(JavaClass type) {
    return type.getName().replaceFirst("[$].*", "");
  }

  /** All circles of two classes or more. */
  static List<Set<String>> of(JavaClasses classes) {
    ClassCircles circles = new ClassCircles(classes);
    for (String type : circles.uses.keySet()) {
      if (!circles.numbers.containsKey(type)) {
        circles.visit(type);
      }
    }
    return circles.circles;
  }

  private void visit(String type) {
    final int number = numbers.size();
    numbers.put(type, number);
    lowest.put(type, number);
    open.push(type);
    for (String used : uses.get(type)) {
      if (!uses.containsKey(used)) {
        continue; // not ours
      }
      if (!numbers.containsKey(used)) {
        visit(used);
        lowest.merge(type, lowest.get(used), Math::min);
      } else if (open.contains(used)) {
        lowest.merge(type, numbers.get(used), Math::min);
      }
    }
    if (lowest.get(type) == number) {
      close(type);
    }
  }

  private void close(String type) {
    Set<String> circle = new TreeSet<>();
    String last;
    do {
      last = open.pop();
      circle.add(last);
    } while (!last.equals(type));
    if (circle.size() > 1) {
      circles.add(circle);
    }
  }
}
