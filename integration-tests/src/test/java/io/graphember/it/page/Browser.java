// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.page;

import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphember.it.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A headless Chromium of this machine. Used by one thread. */
final class Browser implements AutoCloseable {
  private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
  private static final Duration BOUND = Duration.ofSeconds(60);

  private final ChromeDriver driver;

  private Browser(ChromeDriver driver) {
    this.driver = driver;
  }

  /** Skips the test on a machine without one. */
  static void require() {
    assumeThat(CHROMIUM).as("Debian's package chromium is installed").isExecutable();
    assumeThat(DRIVER).as("Debian's package chromium-driver is installed").isExecutable();
  }

  /**
   * Starts it.
   *
   * @param profile a new folder
   */
  static Browser start(Path profile) {
    final LoggingPreferences console = new LoggingPreferences();
    console.enable(LogType.BROWSER, Level.ALL);
    final ChromeOptions options = new ChromeOptions();
    options.setBinary(CHROMIUM.toFile());
    options.addArguments(
        "--headless",
        "--no-sandbox", // which root cannot have
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--window-size=1400,1000",
        "--user-data-dir=" + profile);
    options.setCapability("goog:loggingPrefs", console);
    final ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(DRIVER.toFile())
            .usingAnyFreePort()
            .build();
    return new Browser(new ChromeDriver(service, options));
  }

  /** Opens a page, and waits until it says that it is ready. */
  void open(String address) {
    driver.get(address);
    until("document.documentElement.dataset.ready === 'true'");
  }

  /** Waits until an expression is true. */
  void until(String expression) {
    Await.until(BOUND, () -> Boolean.TRUE.equals(value(expression)));
  }

  /** The value of an expression on the page: a number, a text, a list or a map. */
  Object value(String expression) {
    return driver.executeScript("return " + expression + ";");
  }

  /** The text of each element that a selector finds. */
  @SuppressWarnings("unchecked")
  List<String> texts(String selector) {
    return (List<String>)
        driver.executeScript(
            "return Array.from(document.querySelectorAll(arguments[0]), e => e.textContent);",
            selector);
  }

  /** The cells of a table's body, row by row. */
  @SuppressWarnings("unchecked")
  List<List<String>> cells(String selector) {
    return (List<List<String>>)
        driver.executeScript(
            "return Array.from(document.querySelectorAll(arguments[0] + ' tbody tr'),"
                + " row => Array.from(row.children, cell => cell.textContent));",
            selector);
  }

  /** Clicks what a selector finds first. */
  void click(String selector) {
    driver.executeScript("document.querySelector(arguments[0]).click();", selector);
  }

  /** Shows pages in light or dark colours from now on. */
  void colours(String scheme) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  /** What pages have complained of since this was asked last. */
  List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .map(LogEntry::getMessage)
        .toList();
  }

  @Override
  public void close() {
    driver.quit();
  }
}
