// SPDX-License-Identifier: Apache-2.0
/** A class that nobody wants on a server. */
package io.graphember.it.stranger;
