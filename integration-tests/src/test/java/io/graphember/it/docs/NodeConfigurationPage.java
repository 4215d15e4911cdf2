// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.docs;

import io.graphember.ignite.GraphemberConfiguration;
import java.beans.BeanInfo;
import java.beans.IntrospectionException;
import java.beans.Introspector;
import java.beans.PropertyDescriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The page docs/reference/node-configuration.md: every property of the bean. What a property is
 * stands in one place, the Javadoc of its getter; this page is made of that source.
 */
final class NodeConfigurationPage {
  private static final Path SOURCE =
      Path.of(
          "../ignite-plugin/src/main/java",
          GraphemberConfiguration.class.getName().replace('.', '/') + ".java");

  private static final Pattern GETTER =
      Pattern.compile(
          "/\\*\\*((?:(?!\\*/).)*)\\*/\\s+public (?:@Nullable )?[\\w<>, ]+ ((?:get|is)\\w+)\\(\\)",
          Pattern.DOTALL);

  private static final Pattern VALUE = Pattern.compile("\\{@value #(\\w+)\\}");

  private static final String HEAD =
      """
      # Node configuration

      A node takes its settings from a bean `io.graphember.ignite.GraphemberConfiguration` among the `pluginConfigurations` of its `IgniteConfiguration`, in
      Spring XML or Java:

      ```xml
      <property name="pluginConfigurations">
        <bean class="io.graphember.ignite.GraphemberConfiguration">
          <property name="backend" value="djl"/>
          <property name="memoryBudgetBytes" value="4294967296"/>
        </bean>
      </property>
      ```

      Without the bean a node starts with the defaults. Nothing is read again after the start. Nodes of one cluster may differ.

      This page is written from the bean (`mvn verify -Dgraphember.docs.write=true`).

      | property | type | default | what it is |
      |---|---|---|---|
      """;

  private NodeConfigurationPage() {}

  static String text() throws IOException, IntrospectionException, ReflectiveOperationException {
    StringBuilder page = new StringBuilder(HEAD);
    GraphemberConfiguration defaults = new GraphemberConfiguration();
    BeanInfo bean = Introspector.getBeanInfo(GraphemberConfiguration.class, Object.class);
    List<String> documented = new ArrayList<>();
    Matcher getter = GETTER.matcher(Files.readString(SOURCE));
    while (getter.find()) {
      for (PropertyDescriptor property : bean.getPropertyDescriptors()) {
        if (property.getReadMethod().getName().equals(getter.group(2))) {
          documented.add(property.getName());
          page.append(row(property, defaults, getter.group(1))).append('\n');
        }
      }
    }
    if (documented.size() != bean.getPropertyDescriptors().length) {
      throw new AssertionError("properties without a description, there are only " + documented);
    }
    return page.toString();
  }

  private static String row(
      PropertyDescriptor property, GraphemberConfiguration defaults, String javadoc)
      throws ReflectiveOperationException {
    return "| `%s` | %s | `%s` | %s |"
        .formatted(
            property.getName(),
            property.getPropertyType().getSimpleName(),
            property.getReadMethod().invoke(defaults),
            plain(javadoc));
  }

  private static String plain(String javadoc) throws ReflectiveOperationException {
    String text = javadoc.replaceAll("\\s*\\*\\s+", " ");
    for (Matcher value = VALUE.matcher(text); value.find(); value = VALUE.matcher(text)) {
      Object constant = GraphemberConfiguration.class.getField(value.group(1)).get(null);
      text = text.replace(value.group(), String.valueOf(constant));
    }
    return text.replaceAll("\\{@(?:code|link) #?([^}]*)\\}", "`$1`").strip();
  }
}
