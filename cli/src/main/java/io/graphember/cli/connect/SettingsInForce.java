// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.connect;

import io.graphember.cli.error.CliError;
import io.graphember.config.SettingsDocument;
import io.graphember.spi.error.GraphemberException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What is in force of all that is said about connections. The command line beats the environment,
 * which beats the file, topic by topic: an authority on the command line takes the place of one in
 * the file, whichever form both have. A password of the file is that of the file's user. Immutable.
 */
public final class SettingsInForce {
  /** The variable that names the file; empty for none. */
  static final String FILE_VARIABLE = "GRAPHEMBER_CONFIG";

  /**
   * A setting.
   *
   * @param value its text
   * @param name what it is called where it is said
   * @param origin where that is
   */
  record Said(String value, String name, String origin) {}

  private static final String COMMAND_LINE = "command line";
  private static final String ENVIRONMENT = "environment";

  private final Map<ConnectionSetting, Said> all;

  private SettingsInForce(Map<ConnectionSetting, Said> all) {
    this.all = all;
  }

  /**
   * Reads the environment and the file.
   *
   * @param options what the command line says
   * @param environment variables; {@code HOME} and {@code XDG_CONFIG_HOME} among them lead to the
   *     file
   * @throws GraphemberException if the file has mistakes, or shows a password to everybody; with
   *     code {@link CliError#CONNECTION_UNCLEAR} if what is said does not go together
   */
  static SettingsInForce of(
      Map<ConnectionSetting, String> options, Map<String, String> environment) {
    Map<ConnectionSetting, Said> said = new EnumMap<>(ConnectionSetting.class);
    options.forEach(
        (setting, value) -> said.put(setting, new Said(value, setting.option(), COMMAND_LINE)));
    add(said, variables(environment));
    Optional<Path> file = file(environment);
    if (file.isPresent()) {
      Map<ConnectionSetting, Said> below = read(file.get());
      if (said.containsKey(ConnectionSetting.USER)) {
        below.remove(ConnectionSetting.PASSWORD);
        below.remove(ConnectionSetting.PASSWORD_FILE);
      }
      add(said, below);
    }
    requireClear(said);
    return new SettingsInForce(said);
  }

  private static Map<ConnectionSetting, Said> variables(Map<String, String> environment) {
    Map<ConnectionSetting, Said> said = new EnumMap<>(ConnectionSetting.class);
    for (ConnectionSetting setting : ConnectionSetting.values()) {
      final String value = environment.getOrDefault(setting.variable(), "");
      if (!value.isEmpty()) {
        said.put(setting, new Said(value, setting.variable(), ENVIRONMENT));
      }
    }
    return said;
  }

  /** Where the file of connections is, if there is one. */
  private static Optional<Path> file(Map<String, String> environment) {
    final String named = environment.get(FILE_VARIABLE);
    if (named != null) {
      return named.isEmpty() ? Optional.empty() : Optional.of(Path.of(named));
    }
    final String home = environment.getOrDefault("HOME", "");
    final String folder =
        environment.getOrDefault(
            "XDG_CONFIG_HOME", home.isEmpty() ? "" : Path.of(home, ".config").toString());
    return folder.isEmpty()
        ? Optional.empty()
        : Optional.of(Path.of(folder, "graphember", "client.yaml")).filter(Files::exists);
  }

  private static Map<ConnectionSetting, Said> read(Path file) {
    Map<ConnectionSetting, String> values =
        SettingsDocument.read(file).bind(ConnectionFile.class).said();
    if (values.keySet().stream().anyMatch(ConnectionSetting::secret)) {
      PrivateFile.requirePrivate(file);
    }
    Map<ConnectionSetting, Said> said = new EnumMap<>(ConnectionSetting.class);
    values.forEach(
        (setting, value) ->
            said.put(
                setting,
                new Said(
                    setting.file() ? file.resolveSibling(value).toString() : value,
                    setting.key(),
                    file.toString())));
    return said;
  }

  /** Adds what is said of topics of which nothing is said yet. */
  private static void add(Map<ConnectionSetting, Said> said, Map<ConnectionSetting, Said> below) {
    Set<ConnectionSetting.Topic> taken = EnumSet.noneOf(ConnectionSetting.Topic.class);
    said.keySet().forEach(setting -> taken.add(setting.topic()));
    below.forEach(
        (setting, value) -> {
          if (!taken.contains(setting.topic())) {
            said.put(setting, value);
          }
        });
  }

  private static void requireClear(Map<ConnectionSetting, Said> said) {
    List<String> problems = new ArrayList<>();
    ConnectionRules.check(
        said.keySet(),
        setting -> name(said, setting),
        (setting, rule) -> problems.add(name(said, setting) + " " + rule + "."));
    for (ConnectionSetting setting : List.of(ConnectionSetting.TLS, ConnectionSetting.ANY_HOST)) {
      if (said.containsKey(setting) && !said.get(setting).value().matches("true|false")) {
        problems.add(
            "%s = %s: must be true or false."
                .formatted(said.get(setting).name(), said.get(setting).value()));
      }
    }
    if (!problems.isEmpty()) {
      throw new GraphemberException(
          CliError.CONNECTION_UNCLEAR, problems.stream().collect(Collectors.joining(" ")));
    }
  }

  private static String name(Map<ConnectionSetting, Said> said, ConnectionSetting setting) {
    Said found = said.get(setting);
    return found == null ? setting.option() : found.name();
  }

  /** What is said of a setting. */
  Optional<String> value(ConnectionSetting setting) {
    return Optional.ofNullable(all.get(setting)).map(Said::value);
  }

  /** The file that a setting names. */
  Optional<Path> path(ConnectionSetting setting) {
    return value(setting).map(Path::of);
  }

  /** True if a setting is there and true. */
  boolean isOn(ConnectionSetting setting) {
    return value(setting).filter("true"::equals).isPresent();
  }

  /** True if something is said of any of the settings. */
  boolean saysAny(ConnectionSetting... settings) {
    return List.of(settings).stream().anyMatch(all::containsKey);
  }

  /** Lines for people: setting, value, where from; passwords are not shown. */
  public List<List<String>> rows() {
    List<List<String>> rows = new ArrayList<>();
    all.forEach(
        (setting, said) ->
            rows.add(
                List.of(
                    setting.key(),
                    setting.secret() ? "(not shown)" : said.value(),
                    said.origin().equals(ENVIRONMENT) ? said.name() : said.origin())));
    return rows;
  }
}
