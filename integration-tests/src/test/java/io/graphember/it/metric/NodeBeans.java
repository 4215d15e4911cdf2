// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.metric;

import java.lang.management.ManagementFactory;
import java.util.Set;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.ignite.Ignite;

/** The metrics of a node of this process, by JMX: a bean for each set of them. */
final class NodeBeans {
  private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();
  private static final String GROUP = "custom";
  private static final String FIRST = "graphember";

  private final String instance;

  NodeBeans(Ignite node) {
    this.instance = node.name();
  }

  /** Names of sets that begin so. */
  Set<String> sets(String prefix) {
    return beans(FIRST + "*", "\"" + FIRST + ".*\"").stream()
        .map(bean -> bean.getKeyProperty("name").replace("\"", ""))
        .filter(name -> name.startsWith(prefix))
        .collect(Collectors.toSet());
  }

  private Set<ObjectName> beans(String name, String quoted) {
    final Set<ObjectName> found = query(name);
    found.addAll(query(quoted));
    return found;
  }

  private Set<ObjectName> query(String name) {
    try {
      return SERVER.queryNames(
          new ObjectName(
              "org.apache:igniteInstanceName=%s,group=%s,name=%s,*"
                  .formatted(instance, GROUP, name)),
          null);
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
  }

  boolean has(String set) {
    return sets(set).contains(set);
  }

  double number(String set, String metric) {
    return ((Number) value(set, metric)).doubleValue();
  }

  String text(String set, String metric) {
    return (String) value(set, metric);
  }

  private Object value(String set, String metric) {
    try {
      final ObjectName bean = beans(set, "\"" + set + "\"").iterator().next();
      return SERVER.getAttribute(bean, metric);
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
  }
}
