// SPDX-License-Identifier: Apache-2.0
/**
 * Which cluster a command connects to, as whom and how: by options, environment variables and a
 * file.
 */
@NullMarked
package io.graphember.cli.connect;

import org.jspecify.annotations.NullMarked;
