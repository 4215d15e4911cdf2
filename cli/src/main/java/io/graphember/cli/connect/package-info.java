// SPDX-License-Identifier: Apache-2.0
/**
 * Which cluster a command connects to, as whom and how: by options, environment variables and a
 * file.
 */
package io.graphember.cli.connect;
