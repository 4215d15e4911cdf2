// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.page;

import io.graphember.client.api.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A page in one text: its style, its scripts and its data. It asks no network for anything, and its
 * content policy lets it ask for nothing but what serves it. What users have named is data alone:
 * scripts put it on the page as text.
 */
public final class Page {
  private static final List<String> CHARTS = List.of("echarts.common.min.js", "charts.js");

  private Page() {}

  /**
   * The text of a page.
   *
   * @param title of its window
   * @param script that draws it, a resource beside this class
   * @param data that it draws, as JSON
   */
  public static String of(String title, String script, Object data) {
    final StringBuilder page = new StringBuilder();
    page.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';")
        .append(" script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:;")
        .append(" connect-src 'self'; form-action 'none'; base-uri 'none'\">\n")
        .append("<title>")
        .append(text(title))
        .append("</title>\n<style>\n")
        .append(resource("page.css"))
        .append("</style>\n</head>\n<body>\n<main id=\"page\"></main>\n")
        .append("<noscript>This page draws its charts with JavaScript.</noscript>\n")
        .append("<script id=\"data\" type=\"application/json\">")
        .append(inScript(Json.write(data)))
        .append("</script>\n");
    CHARTS.forEach(name -> script(page, name));
    script(page, script);
    return page.append("</body>\n</html>\n").toString();
  }

  private static void script(StringBuilder page, String name) {
    page.append("<script>\n").append(resource(name)).append("\n</script>\n");
  }

  private static String text(String raw) {
    return raw.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  /** JSON that no text of a user ends early. */
  private static String inScript(String json) {
    return json.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029");
  }

  private static String resource(String name) {
    try (InputStream in = Page.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the jar lacks " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
