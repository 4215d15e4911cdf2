// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.explain;

import io.graphember.spi.setting.Setting;

/**
 * What an error means to a user.
 *
 * @param means what has happened, in a sentence or two
 * @param remedy what to do about it
 */
public record Explanation(
    @Setting("What has happened.") String means, @Setting("What to do about it.") String remedy) {}
