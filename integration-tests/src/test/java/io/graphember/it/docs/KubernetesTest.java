// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.graphember.client.GraphemberClient;
import io.graphember.it.TestCluster;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteSystemProperties;
import org.apache.ignite.Ignition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

/**
 * The manifests of {@code examples/kubernetes}, read strictly, and the node that they configure.
 */
class KubernetesTest {
  private static final Path MANIFESTS = Path.of("../examples/kubernetes/graphember.yaml");
  private static final long GIB = 1L << 30;

  private final ObjectMapper yaml = new ObjectMapper(new YAMLFactory());
  private final Map<Class<?>, List<Object>> objects = new HashMap<>();

  @TempDir Path work;

  KubernetesTest() throws IOException {
    // Anchors are resolved first, as kubectl does.
    final Iterable<Object> documents = new Yaml().loadAll(Files.readString(MANIFESTS));
    for (Object document : documents) {
      final ObjectNode tree = yaml.valueToTree(document);
      final Object object = yaml.treeToValue(tree, kind(tree.path("kind").asText()));
      objects.computeIfAbsent(object.getClass(), of -> new ArrayList<>()).add(object);
    }
  }

  private static Class<?> kind(String name) {
    return switch (name) {
      case "ConfigMap" -> ConfigMap.class;
      case "Service" -> Service.class;
      case "PodDisruptionBudget" -> PodDisruptionBudget.class;
      case "StatefulSet" -> StatefulSet.class;
      default -> throw new IllegalArgumentException("another kind: " + name);
    };
  }

  private <T> List<T> all(Class<T> kind) {
    return objects.get(kind).stream().map(kind::cast).toList();
  }

  private PodSpec pod() {
    return all(StatefulSet.class).get(0).getSpec().getTemplate().getSpec();
  }

  private Container node() {
    return pod().getContainers().get(0);
  }

  private String configuration() {
    return all(ConfigMap.class).get(0).getData().get("node.xml");
  }

  private static long number(String text, String pattern) {
    final Matcher matcher = Pattern.compile(pattern).matcher(text);
    assertThat(matcher.find()).as(pattern).isTrue();
    return Long.parseLong(matcher.group(1));
  }

  /** Fields that Kubernetes does not know end up in a map of each object. */
  @Test
  void everyFieldIsOneOfKubernetes() throws IllegalAccessException {
    assertThat(objects).hasSize(4);
    for (List<Object> some : objects.values()) {
      for (Object object : some) {
        requireKnown(object, object.getClass().getSimpleName());
      }
    }
  }

  private static void requireKnown(Object object, String path) throws IllegalAccessException {
    if (object instanceof Collection<?> elements) {
      for (Object element : elements) {
        requireKnown(element, path + "[]");
      }
    } else if (object != null && object.getClass().getName().startsWith("io.fabric8.")) {
      for (Field field : object.getClass().getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers())) {
          continue;
        }
        field.setAccessible(true);
        final Object value = field.get(object);
        if (field.getName().equals("additionalProperties")) {
          assertThat((Map<?, ?>) value).as(path).isEmpty();
        } else {
          requireKnown(value, path + "." + field.getName());
        }
      }
    }
  }

  @Test
  void whatIsNamedIsThere() {
    final StatefulSet set = all(StatefulSet.class).get(0);
    final Map<String, String> labels = set.getSpec().getTemplate().getMetadata().getLabels();
    assertThat(all(Service.class)).allMatch(of -> of.getSpec().getSelector().equals(labels));
    assertThat(set.getSpec().getSelector().getMatchLabels()).isEqualTo(labels);
    assertThat(all(PodDisruptionBudget.class).get(0).getSpec().getSelector().getMatchLabels())
        .isEqualTo(labels);
    assertThat(all(Service.class))
        .extracting(of -> of.getMetadata().getName())
        .contains(set.getSpec().getServiceName());
    final List<String> volumes =
        Stream.concat(
                pod().getVolumes().stream().map(Volume::getName),
                set.getSpec().getVolumeClaimTemplates().stream()
                    .map(claim -> claim.getMetadata().getName()))
            .toList();
    assertThat(node().getVolumeMounts())
        .extracting(VolumeMount::getName)
        .hasSameElementsAs(volumes);
    for (int replica = 0; replica < set.getSpec().getReplicas(); replica++) {
      assertThat(configuration())
          .contains(
              "<value>%s-%d.%s:47500</value>"
                  .formatted(set.getMetadata().getName(), replica, set.getSpec().getServiceName()));
    }
  }

  @Test
  void memoryOfAPodIsTheSumOfItsParts() {
    final Quantity limit = node().getResources().getLimits().get("memory");
    assertThat(limit).isEqualTo(node().getResources().getRequests().get("memory"));
    final long heap = number(node().getEnv().get(0).getValue(), "-Xmx(\\d+)g") * GIB;
    final long region = number(configuration(), "\"dataRegionBytes\" value=\"(\\d+)\"");
    final long besides = number(configuration(), "\"nativeMemoryBudgetBytes\" value=\"(\\d+)\"");
    assertThat(limit.getNumericalAmount().longValueExact())
        .isEqualTo(heap + region + besides + 2 * GIB);
  }

  @Test
  void aNodeStartsWithTheConfiguration() throws IOException {
    final int discovery = TestCluster.freePort();
    final int client = TestCluster.freePort();
    final String xml =
        configuration()
            .replaceAll("graphember-\\d\\.graphember-nodes:47500", "127.0.0.1:" + discovery)
            .replace("/var/lib/graphember", work.toString())
            .replace("4294967296", "134217728")
            .replace("value=\"10800\"", "value=\"" + client + "\"")
            .replace("HOSTNAME", "PATH") // which is there everywhere
            .replace(
                "<property name=\"ipFinder\">",
                "<property name=\"localAddress\" value=\"127.0.0.1\"/><property name=\"localPort\" value=\"%d\"/><property name=\"ipFinder\">"
                    .formatted(discovery));
    final Path file = Files.writeString(work.resolve("node.xml"), xml);
    System.setProperty(IgniteSystemProperties.IGNITE_QUIET, "true");
    try (Ignite node = Ignition.start(file.toString());
        GraphemberClient thin = GraphemberClient.connect("127.0.0.1:" + client)) {
      assertThat(node.cluster().localNode().consistentId()).isEqualTo(System.getenv("PATH"));
      assertThat(thin.graphs()).isEmpty();
    }
  }
}
