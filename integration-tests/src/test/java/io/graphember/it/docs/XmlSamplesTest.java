// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.ignite.configuration.IgniteConfiguration;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.springframework.context.support.GenericXmlApplicationContext;
import org.springframework.core.io.ByteArrayResource;

/** Every bean on a page, and every property of a node's configuration, is made by Spring. */
class XmlSamplesTest {
  private static final Pattern SAMPLE = Pattern.compile("(?ms)^```xml\n(.*?)^```");
  private static final String BEANS =
      """
      <beans xmlns="http://www.springframework.org/schema/beans"
             xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
             xsi:schemaLocation="http://www.springframework.org/schema/beans
                                 http://www.springframework.org/schema/beans/spring-beans.xsd">
        %s
      </beans>
      """;

  @TestFactory
  List<DynamicTest> everySampleIsMade() throws IOException {
    final List<DynamicTest> tests = new ArrayList<>();
    for (Path page : Pages.all()) {
      final Matcher sample = SAMPLE.matcher(Files.readString(page));
      while (sample.find()) {
        final String xml = sample.group(1);
        if (!xml.contains("<groupId>")) { // parts of a pom are tested with their programs
          tests.add(dynamicTest(Pages.ROOT.relativize(page) + " " + xml, () -> assertMade(xml)));
        }
      }
    }
    assertThat(tests).hasSizeGreaterThanOrEqualTo(6);
    return tests;
  }

  private static void assertMade(String xml) {
    final String bean =
        xml.startsWith("<property")
            ? "<bean class=\"%s\">%s</bean>".formatted(IgniteConfiguration.class.getName(), xml)
            : xml;
    try (GenericXmlApplicationContext context =
        new GenericXmlApplicationContext(
            new ByteArrayResource(BEANS.formatted(bean).getBytes(StandardCharsets.UTF_8)))) {
      assertThat(context.getBeanDefinitionCount()).isPositive();
      for (String name : context.getBeanDefinitionNames()) {
        assertThat(context.getBean(name)).isNotNull();
      }
    }
  }
}
