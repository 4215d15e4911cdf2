// SPDX-License-Identifier: Apache-2.0
/** The whole path: real nodes, a real thin client, a real engine, real files. */
package io.graphember.it;
